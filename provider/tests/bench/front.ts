import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '../setup/nginx.ts'
import { type Subject, type SubjectOptions, startSubject } from './subject.ts'

/** Server processes behind the deploy kit's own nginx; only the address that students come to is another one. */
export async function startBehindNginx(options: SubjectOptions): Promise<Subject> {
  const subject = await startSubject({ ...options, env: { TRUST_PROXY: '1', ...options.env } })
  const dist = mkdtempSync(join(tmpdir(), 'portail-bench-dist-'))
  // Calls only: the pages and what a build says of them are no part of this bench.
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Portail</title>')
  writeFileSync(join(dist, '.policies.conf'), 'default "";\n')
  try {
    const nginx = await startNginx({ processes: subject.origins, dist })
    const origin = nginx.address.replace('localhost', '127.0.0.1')
    return {
      ...subject,
      originFor: () => origin,
      async stop() {
        await nginx.stop()
        await subject.stop()
      },
    }
  } catch (error) {
    await subject.stop()
    throw error
  } finally {
    rmSync(dist, { recursive: true, force: true })
  }
}
