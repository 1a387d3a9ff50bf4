import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { encryptAnswers, encryptPackage } from '../../../src/features/transfer/format.ts'
import type { PackageItem, TransferPackage } from '../../../src/features/transfer/schema.ts'
import { callOf } from '../../../src/features/transfer/schema.ts'
import type { Item } from '../../../src/outbox/item.ts'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { student } from './answers.ts'
import { digestOf, offerDatabase } from './device.ts'
import { completeAnswers } from './hands.ts'
import { handCode } from './moving.ts'

/** Aminata's dossier, put into a file or onto a disk past the screens that would have made it. */

interface Resumable {
  answers?: Record<string, string>
  /** The first step is saved and the number confirmed. */
  confirmed?: boolean
  sent?: readonly DocumentType[]
  waiting?: readonly DocumentType[]
  files?: TransferPackage['files']
}

const { numPlace, serie, ae, anneeBac, matricule, nom, prenom } = student
export const ownAnswers = { ...completeAnswers, matricule, nom, prenom, confirmed: 'oui', attestation: 'oui' }

export async function pkg(started: Resumable = {}): Promise<TransferPackage> {
  const { answers = ownAnswers, confirmed = true, sent = [], waiting = [], files = [] } = started
  const now = Date.now()
  const about = { id: crypto.randomUUID(), kind: 'enrolment', shape: 1, createdAt: now, savedAt: now } as const
  const lookedUp = JSON.stringify({ anneeBac, numPlace, serie, ae })
  const transferred = { at: now, id: crypto.randomUUID() }
  const accepted = [...(confirmed ? (['save', 'code'] as const) : []), ...sent]
  return {
    dossier: { ...about, answers, transferred: transferred, ...(answers.matricule ? { lookedUp } : {}) },
    items: [...accepted.map(done), ...(await Promise.all(waiting.map(upload)))],
    files,
  }
}

const done = (requestKey: PackageItem['requestKey']): PackageItem => {
  const now = Date.now()
  return {
    id: crypto.randomUUID(),
    requestKey,
    digest: '',
    bytes: 40,
    state: 'accepted',
    createdAt: now,
    settledAt: now,
  }
}

async function upload(requestKey: DocumentType): Promise<PackageItem> {
  const image = readFileSync(await smallPhoto(requestKey)).toString('base64')
  const body = JSON.stringify({ matricule, type: requestKey, image })
  return { ...done(requestKey), bytes: body.length, state: 'waiting', body }
}

/** A photo as it was picked, and nothing done with it. */
export async function picked(document: DocumentType): Promise<TransferPackage['files'][number]> {
  const bytes = new Uint8Array(readFileSync(await smallPhoto(document))).buffer
  return { document, bytes, name: `${document}.jpg`, type: 'image/jpeg', at: Date.now() }
}

/** What the other phone would have saved. */
export const fileOf = async (started?: Resumable): Promise<Buffer> =>
  Buffer.from(await encryptPackage(await pkg(started), handCode))

/** What the other phone's code would say. */
export const addressOf = async (origin: string, started?: Resumable): Promise<string> =>
  `${origin}/transfert#${await encryptAnswers(await pkg(started), handCode)}`

/** Onto the disk of a page of the portal, which looks at it when it is loaded next. */
export async function plant(page: Page, started?: Resumable): Promise<void> {
  const { dossier, items } = await pkg(started)
  const { transferred: _, ...own } = dossier
  const queued = items.map(({ body, ...item }): [Item, string | undefined] => {
    const endpoint = callOf(own.kind, item.requestKey)
    return [
      {
        ...item,
        digest: digestOf(body ?? ''),
        shape: 1,
        dossier: own.id,
        endpoint,
        attempts: 0,
        notBefore: item.createdAt,
      },
      body,
    ]
  })
  await offerDatabase(page)
  await page.evaluate(
    async ([dossier, queued]) => {
      const database = await openPortail()
      const writing = database.transaction(['dossiers', 'queue', 'payloads'], 'readwrite')
      writing.objectStore('dossiers').put(dossier, dossier.id)
      for (const [item, body] of queued) {
        writing.objectStore('queue').put(item, item.id)
        if (body) writing.objectStore('payloads').put(body, item.id)
      }
      await new Promise<void>((resolve, reject) => {
        writing.onabort = () => reject(writing.error)
        writing.oncomplete = () => resolve()
      })
      database.close()
    },
    [own, queued] as const,
  )
}
