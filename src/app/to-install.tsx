import { Invitation } from '../install/invitation.tsx'
import { lookInApp } from './in-app-notice.tsx'

/** In the view of another app there is nothing to install from; the way to a browser is shown there. */
export const ToInstall = () => (lookInApp() ? null : <Invitation />)
