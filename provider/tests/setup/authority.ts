import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { needed } from '../../../tests/run/needs.ts'

const openssl = (...args: string[]) => execFileSync(needed('openssl'), args, { stdio: ['ignore', 'ignore', 'pipe'] })
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Of the cluster's machines, as provider/docs/production.md makes it. */
export function makeAuthority(folder: string): void {
  openssl(
    'req',
    '-x509',
    ...curve,
    '-days',
    '30',
    '-subj',
    '/CN=portail-cluster',
    '-keyout',
    join(folder, 'ca.key'),
    '-out',
    join(folder, 'ca.crt'),
  )
}

/** A machine's own key, and that authority's word for its address. */
export function certify(authority: string, folder: string, address: string): void {
  const request = join(folder, 'node.csr')
  openssl(
    'req',
    ...curve,
    '-subj',
    `/CN=${address}`,
    '-addext',
    `subjectAltName=IP:${address}`,
    '-keyout',
    join(folder, 'node.key'),
    '-out',
    request,
  )
  openssl(
    'x509',
    '-req',
    '-days',
    '30',
    '-in',
    request,
    '-CA',
    join(authority, 'ca.crt'),
    '-CAkey',
    join(authority, 'ca.key'),
    '-copy_extensions',
    'copy',
    '-out',
    join(folder, 'node.crt'),
  )
  execFileSync('cp', [join(authority, 'ca.crt'), folder])
}
