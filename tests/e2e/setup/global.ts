import { preparePhotos } from '../../photos/photographs.ts'
import { builds, ensureBuild, nextBuild } from './builds.ts'
import { provideBrowsers } from './chromium.ts'

/** Runs once before the journeys: what each of them would otherwise find missing, one after the other. */
export async function setup(): Promise<void> {
  provideBrowsers()
  const afresh = process.env.E2E_REBUILD === '1'
  for (const build of [...Object.values(builds), nextBuild]) ensureBuild(build, afresh)
  await preparePhotos()
}
