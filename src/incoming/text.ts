export const title = 'Photos reçues'
