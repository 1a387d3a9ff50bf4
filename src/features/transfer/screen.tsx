import { useEffect, useState, useSyncExternalStore } from 'react'
import { storageTrouble } from '../../core/db/storage-trouble.ts'
import { storageTroubleText } from '../../outbox/ui/storage-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Head } from '../../ui/head.tsx'
import { useOpenDossier } from '../shared-device/use-device.ts'
import { arrived } from './arrivals.ts'
import { Facts } from './facts.tsx'
import { FilePick } from './file-pick.tsx'
import { watchFragment } from './fragment.page.ts'
import { Handed } from './handed.tsx'
import { type Own, ownDossiers } from './own.ts'
import { Receive } from './receive.tsx'
import { Send } from './send.tsx'
import * as transferText from './text.ts'

/** From one device to another: what can be given away from here, and the way to take something in. */
export function TransferScreen() {
  const arrival = useSyncExternalStore(arrived.subscribe, arrived.get)
  const [sending, setSending] = useState<Own>()
  useEffect(watchFragment, [])
  if (arrival) return <Receive arrival={arrival} onEnd={() => arrived.set(undefined)} />
  if (sending) return <Send own={sending} onEnd={() => setSending(undefined)} />
  return <Beginning onSend={setSending} />
}

function Beginning({ onSend }: { onSend(own: Own): void }) {
  const [own, setOwn] = useState<Own[]>()
  const [trouble, setTrouble] = useState<string>()
  const [changes, setChanges] = useState(0)
  const open = useOpenDossier()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them means that the disk may say something else
  useEffect(() => {
    ownDossiers().then(setOwn, error => setTrouble(storageTroubleText[storageTrouble(error)]))
  }, [open, changes])
  return (
    <>
      <Head title={transferText.title}>
        <p>{transferText.intro}</p>
      </Head>
      <div className="body">
        {trouble && <Alert tone="danger">{trouble}</Alert>}
        {own?.map(one => (
          <section key={one.dossier.id}>
            <h2>{one.dossier.handed ? transferText.handed : transferText.send}</h2>
            {one.dossier.handed ? (
              <Handed dossier={one.dossier.id} onBack={() => setChanges(changes + 1)}>
                <button type="button" className="quiet" onClick={() => onSend(one)}>
                  {transferText.again}
                </button>
              </Handed>
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
