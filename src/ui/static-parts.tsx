import type { ReactNode } from 'react'
import { callAddress, chatAddress, contacts } from '../spec/contacts.ts'
import type { routes } from '../spec/routes.ts'
import { sentences } from './format.ts'
import { Icon, type IconName } from './icon.tsx'
import * as uiText from './text.ts'

/** Parts without hooks: they can be drawn before React is there (draw.tsx). */

type Route = (typeof routes)[keyof typeof routes]
type Correction = `/reclamation/${string}`
/** An address of the portal; one with a parameter has it filled in. */
export type LinkTarget = Exclude<Route, `${string}$${string}`> | Correction

/** Where a file is corrected. */
export const correctionOf = (matricule: string): Correction =>
  `/reclamation/${encodeURIComponent(matricule)}`

interface LinkProps {
  to: LinkTarget
  className?: string
  'aria-label'?: string
  children: ReactNode
}

/**
 * A link within the portal: the router follows it where it runs (core/platform/links.page.ts), else
 * the browser.
 */
export const Link = ({ to, children, ...attributes }: LinkProps) => (
  <a href={to} {...attributes}>
    {children}
  </a>
)

/** The button that leads on to a page. */
export const Onward = ({ to, children }: Pick<LinkProps, 'to' | 'children'>) => (
  <Link to={to} className="button">
    <span>{children}</span>
    <Icon name="forward" />
  </Link>
)

interface WayProps {
  to: LinkTarget
  /** `lock`: students are not let in there yet. */
  icon: IconName
  children: ReactNode
}

/** A row that links to a page: an icon, its name, and an arrow unless it is locked. */
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

/**
 * Contacts for a student who is stuck: the free number, or else the first one of the office, and
 * WhatsApp.
 */
export function Help() {
  const { tollFree, aidOffice, whatsApp } = contacts
  const phone = tollFree || aidOffice[0]
  const [chat] = whatsApp
  if (!phone && !chat) return null
  return (
    <p className="line wrap">
      <span>{uiText.help}</span>
      {phone && (
        <a className="tap" href={callAddress(phone)}>
          {sentences(uiText.call(phone), tollFree && uiText.free)}
        </a>
      )}
      {chat && (
        <a className="tap" href={chatAddress(chat)} rel="noreferrer">
          {uiText.writeTo(chat)}
        </a>
      )}
    </p>
  )
}

/**
 * Always with a text: the ring says nothing to a student who can't see it, or has asked for less
 * motion.
 */
export function Spinner({ label }: { label: string }) {
  return (
    <span className="spinner" role="status">
      {label}
    </span>
  )
}

export interface Option {
  code: string
  libelle: string
}

/** The choices of a list that has loaded. */
export const choice = ({ code, libelle }: Option) => (
  <option key={code} value={code}>
    {libelle}
  </option>
)
