import { useRef, useState } from 'react'
import { lock } from '../../core/crypto/keyring.ts'
import { listSealed } from '../../core/db/sealed-dossiers.ts'
import { ownDevice, shareDevice } from '../../core/db/shared-mode.ts'
import { Alert } from '../../ui/alert.tsx'
import { EraseAll } from './erase-all.tsx'
import { PlainDossiers } from './plain-dossiers.tsx'
import * as deviceText from './text.ts'
import * as doorText from './unlock-text.ts'
import { useMode } from './use-device.ts'
import { useHandovers } from './use-handover.ts'

const nothing = () => undefined

export function DevicePanel() {
  const shared = useMode() === 'shared'
  const handovers = useHandovers()
  const [refused, setRefused] = useState<string>()
  const control = useRef<HTMLInputElement>(null)
  const change = async () => {
    setRefused(undefined)
    // What is being typed in the wizard is written first, and by the rules that hold until now.
    lock()
    if (!shared) await shareDevice()
    else if (!(await ownDevice())) return setRefused(deviceText.stillSealed((await listSealed()).length))
    // The lock has drawn the page anew, and led to its head.
    control.current?.focus()
  }
  return (
    <section>
      <div>
        <label className="check">
          <input
            ref={control}
            type="checkbox"
            name="appareil-partage"
            checked={shared}
            onChange={() => change().catch(() => setRefused(doorText.failed))}
          />
          <strong>{deviceText.mode}</strong>
        </label>
        <p className="hint">{deviceText.switchHint}</p>
      </div>
      {refused && (
        <Alert tone="danger" arrives>
          {refused}
        </Alert>
      )}
      {shared ? (
        <>
          <p>{deviceText.shared}</p>
          <PlainDossiers key={handovers} onChanged={nothing} />
        </>
      ) : (
        <EraseAll />
      )}
    </section>
  )
}
