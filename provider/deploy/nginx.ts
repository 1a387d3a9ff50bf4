import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnv } from 'vite'
import { readSettings } from '../../src/core/api/settings.ts'
import { unansweredBases } from './nginx-calls.ts'
import { nginxConfig } from './nginx-config.ts'
import { readHostSettings } from './settings.ts'

/** `npm run nginx -w provider`, or with the name of another file to write. */
const [, , to = join(import.meta.dirname, 'nginx.conf')] = process.argv
const portal = readSettings(loadEnv('production', join(import.meta.dirname, '..', '..'), 'VITE_'))
writeFileSync(to, nginxConfig(readHostSettings(process.env), portal))
for (const base of unansweredBases(portal.bases))
  console.warn(
    `The portal calls ${base}, and the server does not answer it: add it to provider/src/web/bases.ts.`,
  )
console.log(
  `${to} is written. Copy it to /etc/nginx/nginx.conf, then: nginx -t && systemctl reload nginx`,
)
