/**
 * THE table of the portal's own addresses: the router, the service worker and the servers read it
 * from here.
 */
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
