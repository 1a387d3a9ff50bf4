/** Of what fails again and again. */
export const failsAgain = "L'envoi a échoué plusieurs fois. Essayez un autre réseau : en ville, en Wi-Fi, ou la nuit."
export const askTeam = "Si rien ne part, l'équipe de votre campus peut vous aider. Gardez ce téléphone et n'effacez rien avant."
export const seeWaiting = 'Voir ce qui attend'
