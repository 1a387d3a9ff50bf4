import { useEffect, useState } from 'react'
import type { Item } from '../outbox/item.ts'
import type { DocumentType } from '../rules/documents.ts'
import { CostLine } from './cost-line.tsx'
import { DocumentRow } from './row.tsx'
import type { Verbs } from './row-props.ts'
import { canMend } from './source.ts'
import type { Documents } from './use-documents.ts'
import { useInPageCamera } from './use-in-page-camera.ts'
import { usePicker } from './use-picker.ts'
import { useTools } from './use-tools.ts'

/** Why a screen must not go on by itself: something is open or being prepared, or there is advice to be read. */
export type Busy = 'work' | 'advice' | undefined

interface ListProps {
  types: readonly DocumentType[]
  documents: Documents
  dossier: string
  items: readonly Item[]
  /** What else must be on the disk before the phone's camera may cost the page. */
  beforePick?: (() => Promise<void>) | undefined
  onBusy(busy: Busy): void
  /** All is there, and only advice keeps the student here. */
  waits?: boolean
}

/** The documents of one dossier, with their price and the tools that are brought when they are asked for. */
export function DocumentsList({ types, documents, dossier, items, beforePick, onBusy, waits = false }: ListProps) {
  const picker = usePicker(dossier)
  const tools = useTools(dossier)
  const camera = useInPageCamera(picker.kills)
  const views = types.map(documents.view)
  const unread = useUnread(views.map(({ advice }) => advice.join()).join(' '))
  // What an open camera brings must still find its row.
  const works = tools.open !== undefined || picker.open || views.some(({ state }) => state === 'preparing')
  // What was taken back may arrive all the same: whoever did it must not be led away.
  const doubts = unread || views.some(({ removed }) => removed)
  const busy = works ? 'work' : doubts ? 'advice' : undefined
  useEffect(() => {
    onBusy(busy)
    return () => onBusy(undefined)
  }, [busy, onBusy])

  const choose = (document: DocumentType, file: File) => {
    picker.closed()
    tools.close()
    return documents.choose(document, file)
  }
  const verbs: Verbs = {
    ...documents,
    choose,
    pick: (input, document, by) => picker.pick(input, document, by, beforePick),
    cancelled: picker.cancelled,
    openEditor: tools.openEditor,
    openCamera: camera ? tools.openCamera : undefined,
    remove(document) {
      tools.close()
      return documents.remove(document)
    },
  }
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
            verbs={verbs}
            interrupted={picker.interrupted?.document === document ? picker.interrupted : undefined}
            picking={picker.open}
            toolTrouble={tools.trouble?.document === document ? tools.trouble.words : undefined}
            mendable={canMend(dossier, document, view.item)}
            waits={waits}
          />
        )
      })}
      <OpenTool tools={tools} verbs={verbs} />
    </>
  )
}

function OpenTool({ tools: { open, close }, verbs }: { tools: ReturnType<typeof useTools>; verbs: Verbs }) {
  if (!open) return null
  const { document } = open
  if (open.kind === 'camera')
    return <open.Camera document={document} onCancel={close} onTaken={file => verbs.choose(document, file)} />
  const { source } = open
  return (
    <open.Editor
      document={document}
      source={source}
      onCancel={close}
      onUse={mend => {
        close()
        void verbs.mend(document, mend, source)
      }}
    />
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
  return advised.trim() !== '' && advised !== read
}
