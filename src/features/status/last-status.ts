import type { Outcome } from '../../core/api/schemas.ts'
import { replyTo } from '../../core/db/kept.ts'
import { questionOf } from './status.rule.ts'

/** The provider's last status for a file of this year, as far as this phone has stored it. */
export async function lastStatus(of: Readonly<Record<string, string>>): Promise<number | undefined> {
  const asked = [
    { phone: of.phone ?? '', matricule: '' },
    { phone: '', matricule: of.matricule ?? '' },
  ]
  const replies = await Promise.all(asked.map(entries => replyTo<Outcome>(questionOf('2021', entries))))
  const newest = replies.filter(reply => reply !== undefined).sort((a, b) => b.at - a.at)[0]
  return newest?.reply.status
}
