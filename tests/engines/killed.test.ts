import { expect, test } from 'vitest'
import { code, student } from '../e2e/setup/answers.ts'
import { eventually } from '../e2e/setup/device.ts'
import { completeAnswers } from '../e2e/setup/hands.ts'
import { photograph, smallPhoto } from '../photos/photographs.ts'
import {
  answerIn,
  documentState,
  enrol,
  enterCode,
  field,
  fill,
  giveDocument,
  installed,
  stored,
} from './setup/hands.ts'
import { inEachEngine, networkFaults, ownProvider } from './setup/journeys.ts'

/**
 * SIGKILL to every process of the browser. A WebKit that is driven by hand forgets all at its end, so here it is an
 * ordinary window: what is typed, tapped and chosen in it is done by script, what it keeps is on the disk.
 */

const provider = ownProvider()

inEachEngine(students => {
  test('a student finds the draft again after the browser was killed', async () => {
    const phone = students.phone()
    const before = await phone.start({ lasting: true })
    await before.open(`${provider.url}/register`)
    await fill(before, { anneeBac: completeAnswers.anneeBac ?? '', numAttest: '204518', phone: '76543210' })
    await eventually(() => stored(before, 'dossiers', 'getAll')).toMatchObject([{ answers: { phone: '76543210' } }])
    await phone.kill()

    const after = await phone.start({ lasting: true })
    await after.open(`${provider.url}/register`)
    await after.waitFor(field('phone'))
    await eventually(() => answerIn(after, 'phone')).toBe('76543210')
    expect(await answerIn(after, 'numAttest')).toBe('204518')
    expect(await answerIn(after, 'anneeBac')).toBe(completeAnswers.anneeBac)
  })

  test('photos that wait for the network go out after the browser was killed, without a press', async () => {
    const phone = students.phone()
    const before = await phone.start({ lasting: true })
    await before.open(`${provider.url}/register`)
    await enrol(before, completeAnswers)
    await enterCode(before, code)
    await installed(before)
    students.allow(networkFaults)
    await provider.stop()
    await giveDocument(before, 'attest', await photograph(4, 'ATTESTATION DU BACCALAURÉAT', 8))
    await giveDocument(before, 'carteid', await smallPhoto('carteid'))
    for (const type of ['attest', 'carteid'] as const) await documentState(before, type, 'queued')
    await phone.kill()

    await provider.start()
    const after = await phone.start({ lasting: true })
    await after.open(`${provider.url}/home`)
    for (const type of ['attest', 'carteid'])
      await eventually(() => provider.memory.document(student.matricule, type)?.length ?? 0, 60_000).toBeGreaterThan(
        1000,
      )
  })
})
