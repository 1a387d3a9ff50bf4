import { join } from 'node:path'
import type { Rollup } from 'vite'
import { expect, test } from 'vitest'
import { fileStages } from '../../../build/stages.ts'

const root = '/portal'

interface Drawn {
  imports?: readonly string[]
  holds?: readonly string[]
}

const chunk = (name: string, { imports = [], holds = [] }: Drawn = {}) =>
  ({
    fileName: `assets/${name}.js`,
    facadeModuleId: null,
    moduleIds: holds.map(path => join(root, path)),
    imports: imports.map(other => `assets/${other}.js`),
  }) as unknown as Rollup.OutputChunk

/** The scripts of the portal in small. */
const portal = [
  chunk('index', { holds: ['src/main.ts'] }),
  chunk('early', { holds: ['src/app/early.tsx'] }),
  chunk('react', { holds: ['src/app/react.tsx'] }),
  chunk('tanstack', { holds: ['src/app/tanstack.tsx'], imports: ['react'] }),
  chunk('hydrate', { holds: ['src/app/hydrate.tsx'], imports: ['react', 'device'] }),
  chunk('device'),
  chunk('screens', { holds: ['src/app/screens.tsx'], imports: ['device'] }),
  chunk('camera', { holds: ['src/documents/ui/camera.tsx'] }),
  chunk('optional-screens', { holds: ['src/app/optional-screens.tsx'], imports: ['screens', 'shared'] }),
  chunk('shared', { imports: ['device'] }),
  chunk('follow-up-screens', { holds: ['src/app/follow-up-screens.tsx'], imports: ['screens'] }),
  chunk('editor', { holds: ['src/documents/ui/editor.tsx'] }),
  chunk('later', { holds: ['src/features/shared-device/later.ts'], imports: ['shared', 'words'] }),
  chunk('words', { holds: ['src/features/shared-device/words-text.ts'] }),
  chunk('send-in-parts', { holds: ['src/core/api/send-in-parts.ts'] }),
  chunk('lighten', { holds: ['src/documents/lighten.ts'] }),
  chunk('qr', { holds: ['src/features/transfer/qr.ts'] }),
]

test('what follows is what no part of an enrolment imports, and a part comes after what it imports itself', () => {
  expect(fileStages(portal, root).following).toEqual(
    [
      'follow-up-screens',
      'shared',
      'optional-screens',
      'editor',
      'send-in-parts',
      'lighten',
      'words',
      'later',
      'qr',
    ].map(name => `assets/${name}.js`),
  )
})

test('what each page brings itself is what its start imports', () => {
  expect(fileStages(portal, root).start).toEqual(
    ['index', 'early', 'react', 'tanstack', 'device', 'hydrate'].map(name => `assets/${name}.js`),
  )
})

test('a script that nobody has given a stage fails the build', () => {
  expect(() => fileStages([...portal, chunk('map')], root)).toThrow('no stage to assets/map.js')
})

test('a part that was renamed fails the build', () => {
  expect(() => fileStages(portal.slice(0, -1), root)).toThrow('src/features/transfer/qr.ts')
})
