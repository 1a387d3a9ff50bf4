/** What the home page does without, as one file. */
export const loadScreens = () => import('./screens.tsx')
