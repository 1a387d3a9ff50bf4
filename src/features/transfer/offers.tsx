import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { storageTrouble } from '../../core/db/database.ts'
import { listMine } from '../../core/db/dossiers.ts'
import { useStored } from '../../core/db/use-stored.ts'
import { loadPart } from '../../core/platform/lazy-part.ts'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import { formatPhone } from '../../ui/format.ts'
import { onceRead } from '../../ui/hands.page.ts'
import { Icon } from '../../ui/icon.tsx'
import { useMode } from '../shared-device/use-device.ts'
import { exportAnswers, type Own, type PackageFile } from './export-dossier.ts'
import { share, shareable } from './file.page.ts'
import { describe, type Imported, importPackage } from './import-package.ts'
import { type Beside, besideOf } from './merge.rule.ts'
import type { TransferPackage } from './schema.ts'
import * as transferText from './text.ts'
import { Facts } from './transferred.tsx'

interface OffersProps {
  own: Own
  file: PackageFile
  code: string
  /** Makes another file. */
  onAgain(): void
}

/** The ways to send a dossier that this browser offers. */
export function Offers({ own, file: { bytes, name }, code, onAgain }: OffersProps) {
  const [trouble, setTrouble] = useState<string>()
  const [drawn, setDrawn] = useState<Drawn>()
  const file = useMemo(() => shareable(bytes, name), [bytes, name])
  const address = useAddress(bytes)
  const draw = async () => {
    // Load the lazy part first: after this export only the arrival of the QR code can be confirmed,
    // not the file's.
    const { drawCode } = await loadPart(() => import('./qr.ts'))
    const answers = await exportAnswers(own.dossier.id, code, Date.now())
    if ('refused' in answers) throw new Error('Something waits after all.')
    const text = `${location.origin}/transfert#${answers.text}`
    setDrawn({ draw: (canvas, room) => drawCode(canvas, text, room) })
  }
  // Only the last package's arrival can be confirmed: once the QR code exists, the file is no
  // longer offered.
  if (drawn)
    return (
      <>
        <Code drawn={drawn} />
        <button type="button" className="quiet" onClick={onAgain}>
          {transferText.again}
        </button>
      </>
    )
  return (
    <>
      {trouble && (
        <Alert tone="danger" arrives>
          {trouble}
        </Alert>
      )}
      <div className="pair">
        {file && (
          <button
            type="button"
            onClick={async () =>
              setTrouble((await share(file)) ? undefined : transferText.notShared)
            }
          >
            <Icon name="share" />
            <span>{transferText.share}</span>
          </button>
        )}
        <a className={file ? 'button quiet' : 'button'} href={address} download={name}>
          <Icon name="download" />
          <span>{transferText.download}</span>
        </a>
        {own.light && (
          <button
            type="button"
            className="quiet"
            onClick={() => draw().catch(() => setTrouble(transferText.failed))}
          >
            {transferText.showCode}
          </button>
        )}
      </div>
      <p className="hint">{transferText.byCable}</p>
    </>
  )
}

interface Drawn {
  draw(canvas: HTMLCanvasElement, room: number): void
}

function Code({ drawn }: { drawn: Drawn }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // Before it is scrolled to: a code that grows then would lie below the screen.
  useLayoutEffect(() => {
    const element = canvas.current
    if (element) drawn.draw(element, (element.parentElement?.clientWidth ?? 0) * devicePixelRatio)
  }, [drawn])
  return (
    <Alert tone="info" arrives>
      <p>{transferText.aim}</p>
      <canvas ref={canvas} role="img" aria-label={transferText.qr} />
    </Alert>
  )
}

function useAddress(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return address
}

interface OfferedProps {
  pkg: TransferPackage
  code: string
  onTaken(taken: Imported): void
  onEnd(): void
}

/** A received dossier, shown before anything of it is stored. */
export function Offered({ pkg, code, onTaken, onEnd }: OfferedProps) {
  const about = describe(pkg)
  const shared = useMode() === 'shared'
  const beside = useBeside(pkg)
  const [trouble, setTrouble] = useState<string>()
  const [working, setWorking] = useState(false)
  const keep = async () => {
    if (working) return
    setWorking(true)
    setTrouble(undefined)
    try {
      onTaken(await importPackage(pkg, { now: Date.now(), ...(shared && { code }) }))
    } catch (cause) {
      setTrouble(storageTroubleText[storageTrouble(cause)])
      setWorking(false)
    }
  }
  // Everything at once: the button must not move under a thumb, nor appear before its warning.
  if (!beside) return null
  return (
    <>
      {trouble && (
        <Alert tone="danger" arrives>
          {trouble}
        </Alert>
      )}
      <Facts
        {...about}
        payTo={about.phone}
        sent={about.accepted.length}
        waiting={about.given.length - about.accepted.length}
      />
      {beside.phone && (
        <Alert tone="warning">{transferText.otherNumber(formatPhone(beside.phone))}</Alert>
      )}
      {shared && <p>{transferText.encrypted}</p>}
      {beside.waits && <p>{transferText.beside}</p>}
      <div ref={onceRead} className="pair">
        <button type="button" className="quiet" onClick={onEnd}>
          {commonText.cancel}
        </button>
        <button type="button" aria-disabled={working} onClick={keep}>
          {transferText.keep}
        </button>
      </div>
    </>
  )
}

/**
 * Other dossiers on this device. On a shared one those of other students can't be read, and are not
 * shown.
 */
function useBeside({ dossier }: TransferPackage): Beside | undefined {
  const read = () =>
    listMine().then(
      ({ mine }) => besideOf(mine, dossier),
      () => ({ waits: false }),
    )
  return useStored(['beside', dossier.id], read).value
}
