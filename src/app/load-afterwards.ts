/** What is done after an enrolment, as one file: it follows what an enrolment needs (build/stages.ts). */
export const loadAfterwards = () => import('./afterwards.tsx')
