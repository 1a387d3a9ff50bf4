import type { StorageTrouble } from '../../core/db/storage-trouble.ts'

export const storageTroubleText: Record<StorageTrouble, string> = {
  full: "Il n'y a plus de place sur cet appareil : ce qui est déjà gardé le reste, mais rien de nouveau ne peut l'être. Effacez des photos ou des applications, puis réessayez.",
  blocked: 'Le portail est ouvert dans un autre onglet avec une version plus ancienne. Fermez les autres onglets, puis rechargez cette page.',
  outdated: "Une version plus récente du portail a été ouverte sur cet appareil. Rechargez cette page : tout ce qui a été gardé s'y retrouve.",
  locked: 'Rien ne peut être gardé pour ce dossier : il est verrouillé, effacé, ou sans code sur un appareil partagé. Ouvrez un dossier avec son code, ou commencez-en un nouveau.',
  unavailable: "Ce navigateur ne garde rien sur l'appareil (navigation privée ?). Ouvrez le portail dans une fenêtre normale pour ne rien perdre.",
}
