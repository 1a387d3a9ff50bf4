import { useEffect, useState } from 'react'
import type { Item } from '../outbox/item.ts'
import type { DocumentType } from '../rules/documents.ts'
import { CostLine } from './cost-line.tsx'
import { DocumentRow } from './row.tsx'
import { canMend } from './source.ts'
import type { Documents } from './use-documents.ts'
import { useInPageCamera } from './use-in-page-camera.ts'
import { usePicker } from './use-picker.ts'
import { useTools } from './use-tools.ts'

interface ListProps {
  types: readonly DocumentType[]
  documents: Documents
  dossier: string
  items: readonly Item[]
  /** What else must be on the disk before the phone's camera may cost the page. */
  beforePick?: (() => Promise<void>) | undefined
  /** Something of this list is still looked at: the screen must not go on by itself. */
  onBusy?: ((busy: boolean) => void) | undefined
  /** The camera, the gallery or the editor is open: what it brings must still find its row. */
  onOpen?: ((open: boolean) => void) | undefined
}

/** The documents of one dossier, with their price and the tools that are brought when they are asked for. */
export function DocumentsList({ types, documents, dossier, items, beforePick, onBusy, onOpen }: ListProps) {
  const picker = usePicker(dossier, beforePick)
  const tools = useTools(dossier, items)
  const camera = useInPageCamera(picker.kills)
  const advised = types.filter(type => (documents.view(type).advice ?? []).length > 0)
  const busy = useUnread(advised.join()) || tools.open !== undefined
  useEffect(() => {
    onBusy?.(busy)
    return () => onBusy?.(false)
  }, [busy, onBusy])
  const opened = tools.open !== undefined || picker.open
  useEffect(() => {
    onOpen?.(opened)
    return () => onOpen?.(false)
  }, [opened, onOpen])

  const choose = (document: DocumentType, file: File | undefined) => {
    picker.closed()
    tools.close()
    return documents.choose(document, file)
  }
  const remove = (document: DocumentType) => {
    tools.close()
    return documents.remove(document)
  }
  const { open } = tools
  return (
    <>
      <CostLine documents={types} items={items} />
      {types.map(document => {
        const view = documents.view(document)
        return (
          <DocumentRow
            key={document}
            document={document}
            view={view}
            interrupted={picker.interrupted?.document === document ? picker.interrupted : undefined}
            picking={picker.open}
            toolTrouble={tools.trouble?.document === document ? tools.trouble.words : undefined}
            mendable={canMend(dossier, document, view.item)}
            onPick={picker.pick}
            onCamera={camera ? tools.openCamera : undefined}
            onChoose={choose}
            onCancel={picker.cancelled}
            onEdit={tools.openEditor}
            onMend={documents.mend}
            onKeep={documents.keepAnyway}
            onRemove={remove}
            onResend={documents.resend}
          />
        )
      })}
      {open?.kind === 'editor' && (
        <open.Editor
          document={open.document}
          source={open.source}
          onCancel={tools.close}
          onUse={mend => {
            tools.close()
            documents.mend(open.document, mend, open.source)
          }}
        />
      )}
      {open?.kind === 'camera' && (
        <open.Camera document={open.document} onCancel={tools.close} onTaken={file => choose(open.document, file)} />
      )}
    </>
  )
}

/** Advice is read in this time; then the screen may go on, for nothing waits for a button. Milliseconds. */
const readMs = 20_000

function useUnread(advised: string): boolean {
  const [read, setRead] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRead(advised), readMs)
    return () => clearTimeout(timer)
  }, [advised])
  return advised !== '' && advised !== read
}
