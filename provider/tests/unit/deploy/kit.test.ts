import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readHostSettings } from '../../../deploy/settings.ts'
import { readConfig } from '../../../src/operator/config.ts'
import { shellBlocks } from '../../setup/instructions.ts'

/**
 * What no machine of the tests can run whole, systemd and a container's builder, says the same as
 * what they do run.
 */

const root = join(import.meta.dirname, '..', '..', '..', '..')
const read = (name: string) => readFileSync(join(root, 'provider/deploy', name), 'utf8')
const lines = (name: string) =>
  read(name)
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))

const unit = lines('portal.service').filter(line => line.includes('='))
const ofUnit = (name: string) =>
  unit.filter(line => line.startsWith(`${name}=`)).map(line => line.slice(name.length + 1))
const settings = (assignments: readonly string[]) =>
  Object.fromEntries(assignments.map(one => [one.split('=')[0] ?? '', one.replace(/^\w+=/, '').replaceAll('"', '')]))

test('the unit starts what the build makes, where the lines of provider/docs/deploy.md put it, and as nobody special', () => {
  expect(ofUnit('ExecStart')).toEqual(['/usr/bin/env node provider/dist/serve.js'])
  expect(ofUnit('WorkingDirectory')).toEqual([readHostSettings({}).PORTAL_DIR])
  expect(ofUnit('User')).toEqual(['portail'])
  expect(ofUnit('Restart')).toEqual(['always'])
  const [block = ''] = shellBlocks('From a bare Debian to a running service')
  for (const named of ['/etc/portail/portal.env', '--prefix /opt/node', 'useradd --system', '/etc/nginx/nginx.conf'])
    expect(block).toContain(named)
})

test('the server understands what unit and environment tell it', () => {
  const config = readConfig({ ...settings(ofUnit('Environment')), ...settings(lines('portal.env')) })
  expect(config).toMatchObject({ host: '127.0.0.1', trustProxy: true, showCodes: false, sampleData: false })
  expect(config.databaseUrl).toBe('postgres:///portail?host=/run/postgresql&user=portail')
  expect(`${config.host}:${config.port}`).toBe(readHostSettings({}).PORTAL_PROCESSES)
})

test('the container is built by the commands that the test of a bare Debian runs, and needs nothing but the repository', () => {
  const steps = lines('Containerfile').map(line => line.split(' '))
  const commands = steps
    .filter(([step]) => step === 'RUN')
    .flatMap(([, ...words]) => words.join(' ').split(' && '))
    .filter(command => command.startsWith('npm'))
  const [block = ''] = shellBlocks('From a bare Debian to a running service')
  expect(commands).toEqual(['npm ci', 'npm run build', 'npm run build -w provider', 'npm prune --omit=dev'])
  for (const command of commands) expect(block).toContain(command)
  expect(steps.some(([step]) => step === 'ADD')).toBe(false)
  for (const [step, ...paths] of steps) {
    if (step !== 'COPY' || paths[0]?.startsWith('--')) continue
    for (const path of paths.slice(0, -1)) expect(existsSync(join(root, path)), path).toBe(true)
  }
  const last = steps.slice(steps.findLastIndex(([step]) => step === 'FROM'))
  expect(last.filter(([step]) => step === 'USER')).toEqual([['USER', 'node']])
  expect(read('Containerfile')).toContain('CMD ["node", "provider/dist/serve.js"]')
})

test('the unit writes into its own folder alone, for nobody else to read, and only it and root read its settings', () => {
  const bounds = {
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    UMask: '0077',
    StateDirectoryMode: '0700',
  }
  for (const [name, value] of Object.entries(bounds)) expect(ofUnit(name), name).toEqual([value])
  expect(ofUnit('StateDirectory').map(folder => `/var/lib/${folder}`)).toEqual(
    ofUnit('Environment').flatMap(one => /^DATA_DIR=(.*)$/.exec(one)?.[1] ?? []),
  )
  const [block = ''] = shellBlocks('From a bare Debian to a running service')
  expect(block).toContain('install -D -m 640 -g portail provider/deploy/portal.env /etc/portail/portal.env')
})
