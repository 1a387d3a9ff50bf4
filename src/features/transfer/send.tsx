import { useState } from 'react'
import { Head } from '../../ui/head.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useLater } from '../shared-device/use-later.ts'
import { type HandedFile, handOver } from './hand-over.ts'
import { Handed, HandedHead } from './handed.tsx'
import { Offers } from './offers.tsx'
import type { Own } from './own.ts'
import * as transferText from './text.ts'

/** A code first, then the file, and what is left to do. */
export function Send({ own, onEnd }: { own: Own; onEnd(): void }) {
  const { id } = own.dossier
  const [made, setMade] = useState<{ file: HandedFile; code: string }>()
  const later = useLater(true)
  const make = async (code: string): Promise<undefined> => {
    setMade({ file: await handOver(id, code, Date.now()), code })
  }
  if (!later) return <Loading />
  return made ? (
    <>
      <HandedHead />
      <div className="body">
        <Handed dossier={id} onBack={onEnd}>
          <Offers own={own} {...made} onAgain={() => setMade(undefined)} />
        </Handed>
      </div>
    </>
  ) : (
    <>
      <Head title={transferText.choose} />
      <div className="body">
        <p className="alert">
          <strong>{transferText.byMouth}</strong>
          {transferText.stops}
        </p>
        <later.CodeForm action={transferText.make} onCode={make} onCancel={onEnd} />
      </div>
    </>
  )
}
