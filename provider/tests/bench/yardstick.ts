import { documentTypes } from '../../../src/spec/documents.ts'
import { decodesToItsEnd } from '../../src/images/decoding.ts'
import type { Figure } from './figures.ts'
import type { Pictures } from './pictures.ts'

const rounds = 20

/** What nobody can spare, in this process and at this moment: on a busy machine the same work costs twice the processor. */
export async function yardstick(pictures: Pictures): Promise<Figure> {
  const look = async () => {
    for (const type of documentTypes) await decodesToItsEnd(Buffer.from(pictures[type].image, 'base64'))
  }
  await look()
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) await look()
  const { user, system } = process.cpuUsage(before)
  return {
    name: 'yardstick: CPU of decoding the five photographs, alone',
    unit: 'ms',
    value: (user + system) / 1000 / rounds,
  }
}
