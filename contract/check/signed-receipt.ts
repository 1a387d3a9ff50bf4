import { inflateSync } from 'node:zlib'
import {
  groupOfYear,
  judgeReceipt,
  type Person,
  type ReceiptFacts,
  type ReceiptKey,
  readReceiptKeys,
  receiptKeysPath,
  routes,
} from '../shared.ts'
import { ask, type Run } from './ask.ts'
import { type Fetched, fetched } from './fetched.ts'
import type { Student } from './student.ts'

const about = 'what a receipt proves'
const publishes = 'the keys that sign receipts are published as a JWK set'
const leads = "the code of the receipt leads to the portal's check"
const signs = 'a published key has signed what it says'
const says = 'it says matricule, name, state and day'

interface Signed {
  pdf: Buffer
  student: Student
  person: Person
}

/** A provider may sign none: then the portal offers no check, and nothing is held against it. */
export async function checkSignedReceipt(
  run: Run,
  { pdf, student, person }: Signed,
): Promise<void> {
  const { report, caller } = run
  const { origin, bases } = caller.portal
  const address = addressIn(pdf)
  const set = await fetched(new URL(receiptKeysPath, new URL(bases.receipt, origin)).href, origin)
  if (set?.response.status === 404 && !address)
    return report.skips(about, signs, 'the provider signs no receipts')
  const keys = keysIn(set)
  report.judge('breaks', about, publishes, typeof keys === 'string' && keys)
  const page = `${origin}${routes.receipt}#`
  if (!address?.startsWith(page))
    return report.differs(
      'breaks',
      about,
      leads,
      `${address?.split('#')[0] ?? 'no link on it'} in place of ${page}…`,
    )
  report.holds(about, leads)
  if (typeof keys === 'string') return
  const verdict = await judgeReceipt(address.slice(page.length), keys)
  if (verdict.kind !== 'authentic')
    return report.differs('breaks', about, signs, wrong[verdict.kind])
  report.holds(about, signs)
  const faults = await faultsIn(run, verdict.facts, { student, person })
  report.judge('breaks', about, says, faults.join('; '))
}

const wrong = {
  altered: 'the signature does not fit what stands before it: the portal calls it altered',
  unknownKey: 'it names a key that is not published: the portal calls it unknown',
  noReceipt: 'it has another form: the portal calls it no receipt',
  unchecked: 'no key is published',
} as const

function keysIn(set: Fetched | undefined): ReceiptKey[] | string {
  if (!set) return 'the connection failed'
  if (!set.response.ok) return `HTTP ${set.response.status}, while the receipt has a code`
  try {
    const keys = readReceiptKeys({ VITE_RECEIPT_KEYS: set.bytes.toString() })
    return keys.length > 0 ? keys : 'an empty answer'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function faultsIn(
  run: Run,
  { matricule, name, state, day }: ReceiptFacts,
  { student: { anneeBac }, person }: Pick<Signed, 'student' | 'person'>,
): Promise<string[]> {
  const group = anneeBac ? groupOfYear(Number(anneeBac)) : '2021'
  const asked = { matricule: person.matricule }
  const { reply } = await ask(run, `status/${group}/matricule`, asked)
  const today = Math.floor(Date.now() / 86_400_000)
  const has = (part: string) => name.toLowerCase().includes(part.toLowerCase())
  const faults: [boolean, string][] = [
    [matricule !== person.matricule, matricule ? 'another matricule' : 'no matricule'],
    [!has(person.nom) || !has(person.prenom), name ? 'another name' : 'no name'],
    [reply !== undefined && reply.status !== state, `state ${state}, not that of the status page`],
    [Math.abs(day - today) > 1, `day ${day}, while today is ${today}`],
  ]
  return faults.filter(([isWrong]) => isWrong).map(([, fault]) => fault)
}

/** Of a link in the file, also in one whose objects are compressed. */
function addressIn(pdf: Buffer): string | undefined {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)].map(([, bytes = '']) => {
    try {
      return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const found = [text, ...streams].map(one => /\/URI\s*\(([^()]*#[^()]*)\)/.exec(one)?.[1])
  return found.find(one => one !== undefined)
}
