import type { Page } from 'playwright-core'
import type { Dossier } from '../../../src/core/db/dossiers.ts'
import type { Item } from '../../../src/outbox/item.ts'
import { offerDatabase } from '../../e2e/setup/device.ts'

/** What a prepared photo takes as base64 in its request. */
const photoBytes = 120_000

/** How the newest dossier's phone number is told from an empty field. */
export const seededPhone = '76543210'

/** A tablet of an assistance team: that many students' dossiers, each with photos that wait for the network. */
export async function seed(page: Page, dossiers: number, photosEach: number): Promise<void> {
  const now = Date.now()
  const students = Array.from({ length: dossiers }, (_, at): Dossier => {
    const answers = { anneeBac: '2026', tuteur: 'NINA', numAttest: '204518', phone: seededPhone }
    return { id: `seeded-${at}`, kind: 'enrolment', shape: 1, createdAt: now, savedAt: now - at, answers }
  })
  const items = students.flatMap(({ id }) =>
    (['attest', 'carteid', 'simcard'] as const).slice(0, photosEach).map((requestKey): Item => {
      const made = { dossier: id, requestKey, endpoint: 'uploadDocument', digest: `${id}-${requestKey}` } as const
      return {
        id: `${id}-${requestKey}`,
        shape: 1,
        ...made,
        bytes: photoBytes,
        state: 'waiting',
        attempts: 0,
        notBefore: now,
        createdAt: now,
      }
    }),
  )
  await offerDatabase(page)
  await page.evaluate(
    async ({ students, items, photoBytes }) => {
      const database = await openPortail()
      const stores = ['dossiers', 'queue', 'payloads'] as const
      const writing = database.transaction(stores, 'readwrite')
      for (const student of students) writing.objectStore('dossiers').put(student, student.id)
      for (const item of items) {
        writing.objectStore('queue').put(item, item.id)
        const image = Array.from({ length: photoBytes / 100 }, () =>
          btoa(String(Math.random())).padEnd(100, 'A').slice(0, 100),
        )
        const body = JSON.stringify({ matricule: 'BKO2026T001', type: item.requestKey, image: image.join('') })
        writing.objectStore('payloads').put(body, item.id)
      }
      await new Promise<void>((resolve, reject) => {
        writing.onabort = () => reject(writing.error)
        writing.oncomplete = () => resolve()
      })
      database.close()
    },
    { students, items, photoBytes },
  )
}
