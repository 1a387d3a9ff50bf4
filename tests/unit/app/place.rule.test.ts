import { expect, test } from 'vitest'
import { dossiersFor } from '../../../src/app/share-target-route.tsx'
import type { Dossier } from '../../../src/core/db/dossier.ts'
import type { Step } from '../../../src/features/enrolment/wizard.ts'
import { wizards } from '../../../src/features/enrolment/wizards.ts'

const dossier = (id: string, kind: Dossier['kind'], closed?: true): Dossier => ({
  ...{ id, kind, shape: 1, createdAt: 1, savedAt: 1, answers: {} },
  ...(closed && { closed }),
})
const draft = dossier('draft', 'enrolment')
const ended = dossier('ended', 'enrolment', true)
const correction = dossier('correction', 'correction')
const earlier = dossier('earlier', 'correction')
const step = (kind: Step['kind']) => wizards.complete.steps.find(one => one.kind === kind)

test.each([
  ['the enrolment at its documents', [correction, draft], 'documents', ['draft']],
  ['the correction that was touched last', [correction, draft], 'identity', ['correction', 'draft']],
  ['the enrolment that was touched last, to prepare for', [draft, correction], 'code', ['draft', 'correction']],
  ['the correction of a file whose enrolment has ended', [ended, correction], undefined, ['correction']],
  ['the correction, and no enrolment that has all it wants', [draft, correction], 'done', ['correction', 'draft']],
  ['an enrolment that has all it wants, for want of another', [draft], 'done', ['draft']],
  ['none where all has ended', [ended], undefined, []],
  ['none where nothing was begun', [], undefined, []],
  ['one correction, and not every file that was looked up here', [correction, earlier], undefined, ['correction']],
] as const)('a photo is for %s', (_, mine, kind, expected) => {
  expect(dossiersFor(mine, kind && step(kind)).map(({ id }) => id)).toEqual(expected)
})
