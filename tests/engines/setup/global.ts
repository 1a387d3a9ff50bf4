import type { TestProject } from 'vitest/node'
import { ensureServer } from '../../../provider/tests/setup/built.ts'
import { builds, ensureBuild } from '../../e2e/setup/builds.ts'
import { preparePhotos } from '../../photos/photographs.ts'
import { type EngineName, missingEngines } from './find.ts'
import { Program } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    missing: EngineName[]
    display: string
  }
}

/** Without `-noreset` it begins anew when a killed browser was its last client, and turns the next one away meanwhile. */
const screenArguments = ['-displayfd', '1', '-screen', '0', '800x1000x24', '-nolisten', 'tcp', '-noreset']

/** Runs once before the journeys in the other engines; WebKit has a screen only while they run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const missing = missingEngines()
  ensureBuild(builds.complete, process.env.E2E_REBUILD === '1')
  ensureServer()
  await preparePhotos()
  const screen = missing.includes('WebKit') ? undefined : new Program('Xvfb', screenArguments)
  project.provide('missing', missing)
  project.provide('display', screen ? `:${(await screen.says(/^(\d+)\n/m)).trim()}` : '')
  return async () => screen?.kill()
}
