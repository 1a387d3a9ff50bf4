import { useRef, useState } from 'react'
import { pickerOpened } from '../../core/crypto/picking.ts'
import { Alert } from '../../ui/alert.tsx'
import { arrived } from './arrivals.ts'
import { mostParcelBytes, type ParcelFault } from './parcel.ts'
import { peek } from './seal.ts'
import * as transferText from './text.ts'

/** A file is known by its beginning: whatever its name is, it can be chosen. */
export function FilePick({ quiet }: { quiet: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<ParcelFault>()
  const take = async (file: File) => {
    setFault(undefined)
    const read = await readDossier(file).catch(() => 'unreadable' as const)
    if (typeof read === 'string') setFault(read)
    else arrived.set(read)
  }
  const open = () => {
    // Whoever looks for a file does not touch the portal meanwhile: no reason to lock it.
    addEventListener('focus', pickerOpened(), { once: true })
    input.current?.click()
  }
  return (
    <>
      {fault && (
        <Alert tone="danger" arrives>
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
          // The same one may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

async function readDossier(file: File): Promise<Uint8Array<ArrayBuffer> | ParcelFault> {
  if (file.size > mostParcelBytes) return 'foreign'
  const bytes = new Uint8Array(await file.arrayBuffer())
  return (await peek(bytes)) ?? bytes
}
