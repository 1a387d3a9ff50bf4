import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface WayProps {
  to: '/register' | '/status' | '/recepisse' | '/preparer' | '/partage' | '/envois' | '/transfert'
  /** With a lock nobody is let in there yet. */
  icon: IconName
  children: ReactNode
}

/** A line that leads on: what lies there, and that it leads there. */
export function Way({ to, icon, children }: WayProps) {
  return (
    <li>
      <Link to={to}>
        <Icon name={icon} />
        <span>{children}</span>
        {icon !== 'lock' && <Icon name="forward" />}
      </Link>
    </li>
  )
}
