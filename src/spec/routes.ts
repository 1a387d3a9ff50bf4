/** THE table of the portal's own addresses: router, service worker and whatever hosts the pages know them from here. */
export const routes = {
  start: '/',
  home: '/home',
  register: '/register',
  reclamation: '/reclamation/$matricule',
  status: '/status',
  receipt: '/recepisse',
  update: '/update',
  prepare: '/preparer',
  incoming: '/partage',
  waiting: '/envois',
  transfer: '/transfert',
} as const
