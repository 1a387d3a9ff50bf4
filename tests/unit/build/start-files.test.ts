import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { startFiles } from '../../../build/start-files.ts'

/** A portal of four entries, whose home and status draw a countdown. */
function buildWith(countdown: string) {
  const root = mkdtempSync(join(tmpdir(), 'start-files-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'src', 'app'), { recursive: true })
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(root, 'node_modules'))
  const write = (name: string, code: string) => writeFileSync(join(root, 'src', name), code)
  write('main.ts', "void [import('./app/early.tsx'), import('./app/hydrate.tsx'), import('./app/screens.tsx')]")
  write('app/early.tsx', "export { Countdown } from '../countdown.tsx'")
  write('countdown.tsx', countdown)
  for (const name of ['hydrate', 'screens']) write(`app/${name}.tsx`, "export { useState } from 'react'")
  const input = join(root, 'src', 'main.ts')
  const { plugin } = startFiles(root)
  const rolldownOptions = { input, preserveEntrySignatures: 'strict' as const }
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: { write: false, rolldownOptions },
  })
}

test('what home and status draw before React is there may be made of elements, functions and fragments', async () => {
  const built = buildWith(
    "import type { ReactNode } from 'react'\nexport const Countdown = (): ReactNode => <><b>1</b></>",
  )
  await expect(built).resolves.toBeDefined()
})

test.each(['memo', 'forwardRef', 'createContext', 'lazy'])(
  'of a %s there the build says which file it is',
  async name => {
    const built = buildWith(`import { ${name} } from 'react'\nexport const Countdown = ${name}(() => <b>1</b>)`)
    await expect(built).rejects.toThrow('countdown.tsx is drawn before React is there')
  },
)
