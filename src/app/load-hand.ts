/** What an enrolment can do without, as one file of its own: it comes after everything that an enrolment needs. */
export const loadHand = () => import('./hand.tsx')
