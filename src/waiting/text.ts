export const title = "Ce qui attend d'être envoyé"
