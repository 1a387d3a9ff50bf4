import * as v from 'valibot'
import { readEnvironment } from '../src/operator/environment.ts'

const text = (otherwise: string) =>
  v.optional(v.pipe(v.string(), v.regex(/^[^\s;{}"'$]+$/)), otherwise)
const port = (otherwise: string) => v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/)), otherwise)

/**
 * Settings of nginx.conf that depend on the machine; all others come from the portal. Documented in
 * provider/docs/deploy.md.
 */
const Environment = v.object({
  PORTAL_HOST: text('portail.example'),
  PORTAL_DIR: text('/srv/portail'),
  PORTAL_PROCESSES: text('127.0.0.1:8080'),
  PORTAL_TLS: v.optional(v.picklist(['here', 'elsewhere', 'no']), 'here'),
  PORTAL_CERTIFICATE: text('/etc/ssl/certs/portail.crt'),
  PORTAL_CERTIFICATE_KEY: text('/etc/ssl/private/portail.key'),
  PORTAL_FRONT: text('127.0.0.1'),
  PORTAL_HTTP: port('80'),
  PORTAL_HTTPS: port('443'),
  NGINX_STATE: text('/var/lib/nginx'),
  NGINX_LOGS: text('/var/log/nginx'),
  NGINX_PID: text('/run/nginx.pid'),
})

export type HostSettings = v.InferOutput<typeof Environment>

/** @throws Error that names the variable, for the operator who sets the machine up */
export function readHostSettings(env: NodeJS.ProcessEnv): HostSettings {
  const read = readEnvironment(Environment, env)
  if ('output' in read) return read.output
  throw new Error(
    `${read.name} is "${read.value}": write it as provider/docs/deploy.md says, or unset it.`,
  )
}
