import { endpoints, type Person, trustedHosts, trustedLink } from '../shared.ts'
import { ask, type Run, said } from './ask.ts'
import { wrongCode } from './codes.ts'
import { otherZeros } from './enrolment.ts'
import { fetched } from './fetched.ts'
import { checkSignedReceipt } from './signed-receipt.ts'
import type { Student } from './student.ts'

const { path } = endpoints.receipt
const gives = 'it gives a link to who knows the code'

/**
 * @param hosts the receipt hosts that are configured besides the portal's own (VITE_RECEIPT_HOSTS)
 */
export async function checkReceipt(
  run: Run,
  {
    student,
    person,
    otp,
    hosts,
  }: { student: Student; person: Person; otp: string; hosts: readonly string[] },
): Promise<void> {
  const { report } = run
  const { serie, ae, numPlace } = student
  if (!serie || !ae) return report.skips(path, gives, 'the file names no stream and district')
  const body = { otp, matricule: person.matricule, num_place: numPlace, serie, ae }
  const wrong = await ask(run, 'receipt', { ...body, otp: wrongCode(otp) })
  const keeps = 'it gives none for a wrong code'
  if (wrong.reply?.status === 1) report.differs('breaks', path, keeps, said(wrong))
  else if (wrong.reply || wrong.problem.kind === 'http') report.holds(path, keeps)
  const heard = await ask(run, 'receipt', body)
  if (heard.reply?.status !== 1) return report.differs('breaks', path, gives, said(heard))
  report.holds(path, gives)
  const zeros = await ask(run, 'receipt', { ...body, num_place: otherZeros(numPlace) })
  const byValue = 'it compares the number of the place by its value'
  report.judge(
    'breaks',
    path,
    byValue,
    zeros.reply?.status !== 1 && `${said(zeros)}: other leading zeros cost the receipt`,
  )
  const pdf = await checkLink(run, heard.reply.msg, hosts)
  if (pdf) await checkSignedReceipt(run, { pdf, student, person })
}

/** @returns the receipt, where it is a whole PDF */
async function checkLink(
  { report, caller }: Run,
  link: string,
  hosts: readonly string[],
): Promise<Buffer | undefined> {
  const { origin, bases } = caller.portal
  const url = trustedLink(link, { origin, hosts: trustedHosts(hosts, bases.receipt, origin) })
  const led = 'the link is https, or of the own host, and leads to a host that was named'
  if (!url) {
    const where = URL.canParse(link, origin) ? new URL(link, origin).origin : 'no address'
    report.differs(
      'breaks',
      path,
      led,
      `${where}: the portal does not follow it (VITE_RECEIPT_HOSTS)`,
    )
    return undefined
  }
  report.holds(path, led)
  const opens = 'the link opens a whole PDF'
  const file = await fetched(url, origin)
  if (!file) {
    report.differs('breaks', path, opens, 'the connection failed')
    return undefined
  }
  const { response, bytes } = file
  const isPdf =
    bytes.subarray(0, 4).toString('latin1') === '%PDF' && bytes.subarray(-1024).includes('%%EOF')
  const type = response.headers.get('content-type') ?? 'no type'
  report.judge(
    'breaks',
    path,
    opens,
    !(response.ok && isPdf) && `HTTP ${response.status}, ${type}, ${bytes.length} bytes`,
  )
  const named = 'it comes as application/pdf, kept by nobody on the way (Cache-Control: no-store)'
  const kept = response.headers.get('cache-control') ?? 'no Cache-Control'
  report.judge(
    'advice',
    path,
    named,
    !(/^application\/pdf/i.test(type) && /no-store/i.test(kept)) && `${type}, ${kept}`,
  )
  return response.ok && isPdf ? bytes : undefined
}
