import { type ReactElement, useRef } from 'react'
import { isEncrypted, onNotice } from '../../core/crypto/keyring.ts'
import { type StorageTrouble, storageTrouble } from '../../core/db/database.ts'
import { type Dossier, newDossier, openEnrolment } from '../../core/db/dossiers.ts'
import { currentMode } from '../../core/db/shared-mode.ts'
import { useStored, type Wake } from '../../core/db/use-stored.ts'
import { keepDossier, takesDocuments } from '../../documents/pick.ts'
import { DocumentsList, SpaceNotice } from '../../documents/ui/documents-list.tsx'
import { useDocuments, useIdentityKind } from '../../documents/ui/use-documents.ts'
import type { Item } from '../../outbox/item.ts'
import { itemsOf } from '../../outbox/items.ts'
import { FromDisk } from '../../outbox/ui/from-disk.tsx'
import { storageTroubleText } from '../../outbox/ui/text.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { staleDays } from '../../spec/limits.ts'
import * as commonText from '../../spec/text.ts'
import { Alert } from '../../ui/feedback.tsx'
import { sentences } from '../../ui/format.ts'
import { Head } from '../../ui/head.tsx'
import { Link, Onward } from '../../ui/static-parts.tsx'
import * as prepareText from './text.ts'

interface PrepareProps {
  documents: readonly DocumentType[]
  /** Whether these items of an enrolment leave nothing to prepare. */
  isOver(items: readonly Item[]): boolean
  /** Enrolment lets students in. */
  opens: boolean
  /**
   * The lines below, once a document is prepared: how long it is kept, or how to keep it better.
   */
  foot(all: boolean): ReactElement
}

/**
 * Documents before there is an enrolment to send them with: the student takes, checks and edits
 * them in advance.
 */
export function PrepareScreen({ documents, isOver, opens, foot }: PrepareProps) {
  const { dossier, items, trouble } = usePreparation(isOver)
  if (dossier && items)
    return (
      <Prepared dossier={dossier} items={items} documents={documents} opens={opens} foot={foot} />
    )
  return <Pending trouble={trouble} />
}

/** Until the disk has said what lies here. */
export function Pending({ trouble }: { trouble?: StorageTrouble | undefined }) {
  return (
    <>
      <Head title={commonText.prepare} />
      <div className="body">
        {trouble ? <Alert tone="danger">{storageTroubleText[trouble]}</Alert> : <FromDisk />}
      </div>
    </>
  )
}

interface PreparedProps extends Omit<PrepareProps, 'isOver'> {
  dossier: Dossier
  items: readonly Item[]
}

function Prepared({ dossier, items, documents: types, opens, foot }: PreparedProps) {
  const documents = useDocuments(dossier, items)
  const identity = useIdentityKind(dossier.answers.tuteur ?? '')
  const ready = types.filter(type =>
    documents.given.some(
      ({ document, request }) => document === type && request?.state !== 'refused',
    ),
  ).length
  const all = ready === types.length
  const prepares = !takesDocuments(dossier.kind, items)
  return (
    <>
      <Head title={commonText.prepare}>
        {prepares && (
          <p className="where">
            {all ? (opens ? prepareText.enrolNow : prepareText.comeBack) : prepareText.intro}
          </p>
        )}
        {all && opens && <Onward to="/register">{commonText.register}</Onward>}
      </Head>
      <div className="body">
        <SpaceNotice />
        <DocumentsList
          types={types}
          documents={documents}
          intro={prepares ? prepareText.free : prepareText.leaving}
          identity={identity}
          beforePick={prepares ? () => keepDossier(dossier) : undefined}
          prepares={prepares}
          onBusy={noMatter}
        />
        {!(opens && all) && (
          <Link to={opens ? '/register' : '/home'} className="button quiet">
            {opens ? commonText.register : commonText.toHome}
          </Link>
        )}
        <section>
          <h2>{prepareText.whoseTitle}</h2>
          <ul className="dots">
            <li>{commonText.identityDocuments}</li>
            <li>{commonText.ofParent}</li>
            <li>{commonText.samePerson}</li>
          </ul>
        </section>
        {prepares && (
          <section>
            <h2>{prepareText.whereTitle}</h2>
            <p>
              {sentences(
                prepareText.here,
                isEncrypted(dossier.id) && prepareText.encrypted,
                prepareText.stale(staleDays),
              )}
            </p>
          </section>
        )}
        {ready > 0 && foot(all)}
      </div>
    </>
  )
}

/** This page never moves on by itself, so it ignores `onBusy`. */
const noMatter = () => undefined

const onDraft: Wake = listener => onNotice(({ kind }) => kind === 'draft' && listener())

/**
 * The enrolment that documents are prepared for, started or not: the wizard's own draft, else a new
 * one.
 */
export function usePreparation(isOver: (items: readonly Item[]) => boolean) {
  const { value } = useStored(['preparation'], () => readDraft(isOver), onDraft)
  const dossier = useRef<Dossier>(undefined)
  // A new dossier is stored with its first photo only: until then keep the same object.
  if (value && !value.trouble)
    dossier.current = value.draft ?? dossier.current ?? newDossier('enrolment', Date.now())
  return {
    dossier: dossier.current,
    items: useOutbox(dossier.current?.id),
    trouble: value?.trouble,
  }
}

async function readDraft(isOver: (items: readonly Item[]) => boolean) {
  try {
    const { draft } = await openEnrolment()
    const goesOn = draft && (currentMode() === 'shared' || !isOver(await itemsOf(draft.id)))
    return { draft: goesOn ? draft : undefined }
  } catch (error) {
    return { trouble: storageTrouble(error) }
  }
}
