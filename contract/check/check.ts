import { type Bases, endpoints, type Person, type Settings } from '../shared.ts'
import type { Run } from './ask.ts'
import { Caller } from './caller.ts'
import { askForCodes, checkCodes, otherAnswers } from './confirmation.ts'
import { checkDocuments } from './documents.ts'
import { checkLookup, checkSave, isFresh, withCodes } from './enrolment.ts'
import { checkFiles, checkNobody } from './files.ts'
import { checkLists, checkWindow, type Lists } from './lists.ts'
import { checkManners } from './manners.ts'
import { checkReceipt } from './receipt.ts'
import { Report } from './report.ts'
import { reviewAnswers, reviewOrigins } from './review.ts'
import type { Student } from './student.ts'
import { checkWalls } from './walls.ts'

export interface Asked {
  /** URL of the portal's pages, now or later; relative bases are paths of it. */
  url: string
  /** Origin of the pages, when they lie on another host than the provider. */
  origin?: string | undefined
  settings: Pick<Settings, 'bases' | 'receiptHosts'>
  student?: Student | undefined
  /** Leaves out the photos of 5120 KB. */
  small: boolean
  /** Called before each part. */
  progress: (part: string) => void
}

/**
 * Checks the contract line by line in the order of a student's journey: a whole enrolment, where a
 * test student is named.
 */
export async function checkContract(asked: Asked): Promise<Report> {
  const bases = { ...asked.settings.bases }
  for (const name of Object.keys(bases) as (keyof Bases)[])
    bases[name] = new URL(bases[name], asked.url).href
  const report = new Report()
  const caller = new Caller({ bases, origin: new URL(asked.origin ?? asked.url).origin })
  const run: Run = { caller, report }
  await caller.visit(asked.url)
  asked.progress('lists')
  const lists = await checkLists(run)
  if (caller.exchanges.length === 0) return report
  const open = await checkWindow(run)
  if (asked.student)
    await checkStudent(run, asked, withCodes(run, asked.student, lists), { lists, open })
  else {
    report.skips(
      'an enrolment',
      'from the search to the receipt',
      'no student was given (--student file.json)',
    )
    await checkNobody(run)
  }
  asked.progress('what stands between')
  await checkWalls(run, asked)
  asked.progress('headers and what is no ordinary call')
  await checkManners(run)
  await reviewOrigins(run)
  reviewAnswers(run)
  return report
}

async function checkStudent(
  run: Run,
  asked: Asked,
  student: Student,
  { lists, open }: { lists: Lists; open: boolean },
): Promise<void> {
  const { report } = run
  report.hide(
    student.phone,
    student.otherPhone,
    student.matricule,
    student.nom,
    student.prenom,
    student.numAttest,
  )
  report.hide(
    student.previous?.matricule,
    student.previous?.phone,
    student.older?.matricule,
    student.older?.phone,
  )
  asked.progress('search')
  const person = await checkLookup(run, student)
  const skip = (reason: string) =>
    report.skips('an enrolment', 'from the save to the receipt', reason)
  if (!person) return skip('the student was not found')
  if (!open) return skip('the enrolment window is closed: open it for the test')
  const fresh = await isFresh(run, person)
  asked.progress('save and code')
  // What an address lists can be read twice; a person is asked for one code.
  const changed =
    fresh && typeof student.code === 'object' ? otherAnswers(student, lists) : undefined
  const saved = await checkSave(run, student, person, fresh === true)
  const codes = saved ? await askForCodes(run, student, person, changed) : []
  report.hide(...codes)
  if (codes.length === 0) {
    const why = saved
      ? 'no code could be read (--code, or "code" in the file)'
      : 'the answers were not saved'
    report.skips(endpoints.confirmCode.path, 'the right code is accepted', why)
  }
  const otp = await checkCodes(run, person, codes)
  if (otp === undefined && fresh !== false) return skip('the number is not confirmed')
  await checkConfirmed(run, asked, { student, person, otp })
}

async function checkConfirmed(
  run: Run,
  asked: Asked,
  { student, person, otp }: { student: Student; person: Person; otp: string | undefined },
): Promise<void> {
  asked.progress('documents, which takes a while')
  await checkDocuments(run, { person, reading: student.reading, largest: !asked.small })
  asked.progress('state of the file')
  await checkFiles(run, student, person)
  asked.progress('receipt')
  if (otp) await checkReceipt(run, { student, person, otp, hosts: asked.settings.receiptHosts })
  else
    run.report.skips(
      endpoints.receipt.path,
      'it gives a link to who knows the code',
      'no code could be read',
    )
}
