import * as formText from '../../spec/checks-text.ts'
import { Card } from '../../ui/card.tsx'
import { formatMoment, formatPhone } from '../../ui/format.ts'
import * as transferText from './text.ts'

interface FactsProps {
  prenom?: string | undefined
  nom?: string | undefined
  matricule?: string | undefined
  /** The number that the money goes to: to be checked, and so in full. */
  payTo?: string
  sent: number
  /** Given, and not with the provider yet. */
  waiting: number
  /** Milliseconds. */
  madeAt?: number
}

/** What a dossier is, in words: before it is given, and before it is taken. */
export function Facts({ prenom = '', nom = '', matricule, payTo, sent, waiting, madeAt }: FactsProps) {
  const facts: [string, string][] = [[transferText.name, `${prenom} ${nom}`.trim() || transferText.nameless]]
  if (matricule) facts.push([transferText.matricule, matricule])
  if (payTo) facts.push([formText.phone, formatPhone(payTo)])
  facts.push([transferText.sent, String(sent)], [transferText.waiting, String(waiting)])
  if (madeAt !== undefined) facts.push([transferText.made, formatMoment(madeAt)])
  return <Card facts={facts} />
}
