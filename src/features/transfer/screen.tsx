import { useEffect, useState, useSyncExternalStore } from 'react'
import { openDossier } from '../../core/crypto/keyring.ts'
import { storageTrouble } from '../../core/db/database.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { watchFragment } from '../../core/platform/fragment.page.ts'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import { Alert, Loading } from '../../ui/feedback.tsx'
import { Head } from '../../ui/head.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import { loadLater } from '../shared-device/shared-device.tsx'
import { useOpenDossier } from '../shared-device/use-device.ts'
import { exportDossier, type Own, ownDossiers, type PackageFile } from './export-dossier.ts'
import { peekAnswers } from './format.ts'
import { type Arrival, arrived, type Imported } from './import-package.ts'
import { Offered, Offers } from './offers.tsx'
import { AskCode, FilePick, Taken } from './receive-parts.tsx'
import type { PackageFault, TransferPackage } from './schema.ts'
import * as transferText from './text.ts'
import { Facts, Transferred, TransferredHead } from './transferred.tsx'

/**
 * Transfer between devices: the dossiers that can be sent from here, and the way to receive one.
 */
export function TransferScreen() {
  const arrival = useSyncExternalStore(arrived.subscribe, arrived.get)
  const [sending, setSending] = useState<Own>()
  useEffect(() => watchFragment(arrived.set), [])
  // A student who left the page finds its first screen on return.
  useEffect(() => () => arrived.set(undefined), [])
  if (arrival) return <Receive arrival={arrival} onEnd={() => arrived.set(undefined)} />
  if (sending) return <Send own={sending} onEnd={() => setSending(undefined)} />
  return <Beginning onSend={setSending} />
}

const listOwn = (): Promise<{ own?: Own[]; trouble?: string }> =>
  ownDossiers().then(
    own => ({ own }),
    error => ({ trouble: storageTroubleText[storageTrouble(error)] }),
  )

function Beginning({ onSend }: { onSend(own: Own): void }) {
  const { value: { own, trouble } = {}, again } = useStored(['ownDossiers'], listOwn)
  const open = useOpenDossier()
  return (
    <>
      <Head title={transferText.title}>
        <p>{transferText.intro}</p>
      </Head>
      <div className="body">
        {trouble && <Alert tone="danger">{trouble}</Alert>}
        {own?.map(one => (
          <section key={one.dossier.id}>
            <h2>{one.dossier.transferred ? transferText.transferred : transferText.send}</h2>
            {one.dossier.transferred ? (
              <Transferred dossier={one.dossier.id} onBack={again}>
                <button type="button" className="quiet" onClick={() => onSend(one)}>
                  {transferText.again}
                </button>
              </Transferred>
            ) : (
              <>
                <Facts {...one.dossier.answers} {...one} />
                <button type="button" onClick={() => onSend(one)}>
                  {transferText.send}
                </button>
              </>
            )}
          </section>
        ))}
        <section>
          <h2>{transferText.receive}</h2>
          {open ? <p>{transferText.lockFirst}</p> : <FilePick quiet={own?.length !== 0} />}
        </section>
        <p className="alert doubt">{transferText.strangers}</p>
      </div>
    </>
  )
}

/** The student chooses a code, then gets the file, then sees what is left to do. */
export function Send({ own, onEnd }: { own: Own; onEnd(): void }) {
  const { id } = own.dossier
  const [made, setMade] = useState<{ file: PackageFile; code: string }>()
  const { part: later, retry } = useLazyPart(loadLater)
  const make = async (code: string): Promise<undefined> => {
    setMade({ file: await exportDossier(id, code, Date.now()), code })
  }
  if (!later) return <Loading retry={retry} />
  return made ? (
    <>
      <TransferredHead />
      <div className="body">
        <Transferred dossier={id} onBack={onEnd}>
          <Offers own={own} {...made} onAgain={() => setMade(undefined)} />
        </Transferred>
      </div>
    </>
  ) : (
    <>
      <Head title={transferText.choose} />
      <div className="body">
        <p className="alert">
          <strong>{transferText.byMouth}</strong>
          <span>{transferText.stops}</span>
        </p>
        <later.CodeForm action={transferText.make} onCode={make} onCancel={onEnd} />
      </div>
    </>
  )
}

interface ReceiveProps {
  arrival: Arrival
  onEnd(): void
}

/**
 * Opens the received package with its code, shows it, and imports it only when the student agrees.
 */
export function Receive({ arrival, onEnd }: ReceiveProps) {
  const [opened, setOpened] = useState<{ pkg: TransferPackage; code: string }>()
  const [taken, setTaken] = useState<Imported>()
  const fault = useFaultOf(arrival)
  // Importing would lock the open dossier, and a lock unmounts everything on the screen.
  const [busy] = useState(() => openDossier() !== undefined)
  const notice = busy ? transferText.lockFirst : fault && transferText.faultText[fault]
  if (taken && opened) return <Taken taken={taken} pkg={opened.pkg} />
  return (
    <>
      <Head title={transferText.receive} />
      <div className="body">
        {notice ? (
          <>
            <Alert tone="danger" arrives>
              {notice}
            </Alert>
            <button type="button" className="quiet" onClick={onEnd}>
              {transferText.otherFile}
            </button>
          </>
        ) : opened ? (
          <Offered {...opened} onTaken={setTaken} onEnd={onEnd} />
        ) : (
          <AskCode
            arrival={arrival}
            onOpened={(pkg, code) => setOpened({ pkg, code })}
            onEnd={onEnd}
          />
        )}
      </div>
    </>
  )
}

/** Checks a package from an address; a file was checked when it was chosen. */
function useFaultOf(arrival: Arrival): PackageFault | undefined {
  const [fault, setFault] = useState<PackageFault>()
  useEffect(() => {
    if (typeof arrival === 'string') void peekAnswers(arrival).then(setFault)
  }, [arrival])
  return fault
}
