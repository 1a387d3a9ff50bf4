/** The first step of a student who was found, each field filled in. */
export const filled = {
  anneeBac: '2025',
  tuteur: 'Moussa',
  numAttest: '204518',
  phone: '76543210',
  numPlace: '42',
  serie: 'TSE',
  ae: 'BAMAKO',
  matricule: 'MA2025AT42AB',
  prenom: 'Awa',
  nom: 'Traoré',
}
