import { useRef, useState } from 'react'
import { countOpenPicker } from '../../core/platform/pickers.ts'
import * as commonText from '../../spec/text.ts'
import { Alert, PartMissing } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Icon } from '../../ui/icon.tsx'
import { correctionOf, Link, Spinner } from '../../ui/static-parts.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { loadLater } from '../shared-device/shared-device.tsx'
import { askFor } from '../shared-device/subject.ts'
import { decryptPackage, openAnswers, peek } from './format.ts'
import { type Arrival, arrived, type Imported } from './import-package.ts'
import { mostPackageBytes, type PackageFault, type TransferPackage } from './schema.ts'
import * as transferText from './text.ts'

/**
 * The dossier is on this device: shows the confirmation code for the sending device, and the way
 * on.
 */
export function Taken({
  taken: { confirmationCode, outcome },
  pkg,
}: {
  taken: Imported
  pkg: TransferPackage
}) {
  const { kind, answers } = pkg.dossier
  const onwards = (
    <>
      <span>{transferText.goOn}</span>
      <Icon name="forward" />
    </>
  )
  return (
    <>
      <Head title={transferText.taken}>
        {kind === 'enrolment' ? (
          <Link to="/register" className="button">
            {onwards}
          </Link>
        ) : (
          <Link to={correctionOf(askFor(answers.matricule ?? ''))} className="button">
            {onwards}
          </Link>
        )}
      </Head>
      <div className="body">
        <Alert tone="success">{transferText.outcomeText[outcome]}</Alert>
        {confirmationCode && (
          <section className="alert">
            <h2>{transferText.confirmationCode}</h2>
            <p className="phone">
              <strong>{confirmationCode.slice(0, 3)}</strong>
              <strong>{` ${confirmationCode.slice(3)}`}</strong>
            </p>
            <p>{transferText.sayConfirmationCode}</p>
          </section>
        )}
      </div>
    </>
  )
}

interface AskProps {
  arrival: Arrival
  onOpened(pkg: TransferPackage, code: string): void
  onEnd(): void
}

/**
 * The typed code stays in the field: the student corrects a wrong code instead of typing it anew.
 */
export function AskCode({ arrival, onOpened, onEnd }: AskProps) {
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<PackageFault | 'missing'>()
  const [working, setWorking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { part: later, retry } = useLazyPart(loadLater)
  const open = async () => {
    if (working) return
    if (!code) setFault('missing')
    else {
      setWorking(true)
      const found = await opened(arrival, code).catch(() => ({ fault: 'unreadable' as const }))
      setWorking(false)
      if (!('fault' in found)) return onOpened(found, code)
      setFault(found.fault)
    }
    input.current?.focus()
    input.current?.select()
  }
  if (!later)
    return <PartMissing retry={retry} meanwhile={<Spinner label={commonText.loading} />} />
  const ofField = fault === 'wrongCode' || fault === 'missing'
  return (
    <Form onSend={open}>
      {fault && !ofField && (
        <Alert tone="danger" arrives>
          {transferText.faultText[fault]}
        </Alert>
      )}
      <later.SecretField
        ref={input}
        name="code-remise"
        label={transferText.code}
        hint={transferText.codeHint}
        error={
          fault === 'missing'
            ? commonText.requiredMessage
            : ofField
              ? transferText.faultText.wrongCode
              : undefined
        }
        value={code}
        working={working}
        onValue={setCode}
      />
      <later.FormEnd
        label={transferText.open}
        closed={working}
        working={working && transferText.opening}
        onBack={onEnd}
      />
    </Form>
  )
}

const opened = (arrival: Arrival, code: string) =>
  typeof arrival === 'string' ? openAnswers(arrival, code) : decryptPackage(arrival, code)

/** Milliseconds. A file that lies on the phone is read by then. */
const slowMs = 5_000

/** Recognises a dossier by its first bytes, so that a file of any name can be chosen. */
export function FilePick({ quiet }: { quiet: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<FileFault>()
  const newest = useRef<File>(undefined)
  const take = async (file: File) => {
    newest.current = file
    setFault(undefined)
    const timer = setTimeout(() => newest.current === file && setFault('away'), slowMs)
    const read = await readDossier(file).catch(() => 'unreadable' as const)
    clearTimeout(timer)
    // The student has chosen another one meanwhile.
    if (newest.current !== file) return
    if (typeof read === 'string') setFault(read)
    else arrived.set(read)
  }
  const open = () => {
    // A student who looks for a file does not touch the portal meanwhile: that is no reason to lock
    // it.
    addEventListener('focus', countOpenPicker(), { once: true })
    input.current?.click()
  }
  return (
    <>
      {fault && (
        <Alert tone={fault === 'away' ? 'warning' : 'danger'} arrives>
          {transferText.faultText[fault]}
        </Alert>
      )}
      <p>{transferText.receiveHow}</p>
      <button type="button" className={quiet ? 'quiet' : undefined} onClick={open}>
        {transferText.pick}
      </button>
      <input
        ref={input}
        className="vh"
        type="file"
        tabIndex={-1}
        name="dossier"
        aria-label={transferText.pick}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void take(file)
          // Reset, so that the same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

/** `away`: the phone has not given the file, which may lie in a cloud. */
type FileFault = PackageFault | 'away'

async function readDossier(file: File): Promise<Uint8Array<ArrayBuffer> | FileFault> {
  if (file.size > mostPackageBytes) return 'foreign'
  const buffer = await file.arrayBuffer().catch(() => undefined)
  if (!buffer) return 'away'
  const bytes = new Uint8Array(buffer)
  return (await peek(bytes)) ?? bytes
}
