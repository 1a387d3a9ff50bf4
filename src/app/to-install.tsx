import type { ComponentProps } from 'react'
import { Invitation } from '../features/install/invitation.tsx'
import { lookInApp } from './in-app-notice.tsx'

/** In the view of another app there is nothing to install from; the way to a browser is shown there. */
export const ToInstall = (props: ComponentProps<typeof Invitation>) =>
  lookInApp() ? props.otherwise : <Invitation {...props} />
