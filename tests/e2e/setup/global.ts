import { ensureServer } from '../../../provider/tests/setup/built.ts'
import { preparePhotos } from '../../photos/photographs.ts'
import { builds, ensureBuild, nextBuild } from './builds.ts'

/** Runs once before the journeys: what each of them would otherwise find missing, one after the other. */
export async function setup(): Promise<void> {
  const afresh = process.env.E2E_REBUILD === '1'
  for (const build of [...Object.values(builds), nextBuild]) ensureBuild(build, afresh)
  ensureServer()
  await preparePhotos()
}
