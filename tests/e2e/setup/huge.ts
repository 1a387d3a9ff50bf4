import type { Page } from 'playwright-core'
import type { Item } from '../../../src/outbox/item.ts'
import { student } from './answers.ts'
import { queue, queueUp } from './device.ts'

/**
 * An attestation of 8 MB in the queue of the student's dossier. A photograph of ours lies whole in a machine's own
 * buffers before the line has moved a byte; of this one, a transfer that stands still is seen to stand still.
 */
export async function queueHuge(page: Page): Promise<void> {
  const image = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(6_000_000)]).toString('base64')
  const body = JSON.stringify({ matricule: student.matricule, type: 'attest', image })
  const [{ dossier = '' } = {}] = await queue(page)
  const now = Date.now()
  const item: Item = {
    id: 'huge',
    dossier,
    slot: 'attest',
    endpoint: 'uploadDocument',
    digest: 'huge',
    bytes: body.length,
    state: 'waiting',
    attempts: 0,
    notBefore: now,
    createdAt: now,
  }
  await queueUp(page, item, body)
}
