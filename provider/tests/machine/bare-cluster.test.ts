import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BareMachine, checkOut, install } from '../setup/bare-machines.ts'
import { type Child, endCleanly, serveChild } from '../setup/child.ts'
import { makeFolders } from '../setup/folders.ts'
import { Network } from '../setup/hosts.ts'
import { type Said, shellBlocks, typed } from '../setup/instructions.ts'
import { type DatabaseNode, databaseNodes } from '../setup/patroni.ts'
import { enrolAndConfirm, students, Visitor } from '../setup/visitor.ts'

/**
 * The lines of provider/docs/production.md, typed as they stand there on three machines; only
 * systemd and watchdog are stood in for.
 */

const [make = '', vote = '', database = '', role = '', settings = ''] = shellBlocks('### Make it', 'production.md')
const [upgrade = '', giveVote = '', joins = ''] = shellBlocks('### Look after it', 'production.md')
const [alone = '', strict = ''] = shellBlocks('### One machine is left', 'production.md')
const limit = 240_000

const folder = mkdtempSync(join(tmpdir(), 'portail-bare-cluster-'))
const checkout = join(folder, 'checkout')
const made = join(checkout, 'provider', 'deploy', 'cluster')
let network: Network<DatabaseNode>
let machines: Record<DatabaseNode, BareMachine>
let portal: Child | undefined
const removals: (() => Promise<void>)[] = []

beforeAll(async () => {
  network = new Network(databaseNodes)
  checkOut(checkout)
  install(checkout)
  const started = databaseNodes.map(async node => [node, await BareMachine.start(network.hosts[node], folder)] as const)
  machines = Object.fromEntries(await Promise.all(started)) as Record<DatabaseNode, BareMachine>
}, limit)
afterAll(async () => {
  if (portal) await endCleanly(portal)
  network.close()
  await Promise.all(removals.map(remove => remove()))
  rmSync(folder, { recursive: true, force: true })
}, limit)

/** With the addresses of these machines. */
const here = (lines: string) =>
  databaseNodes
    .reduce((text, node, index) => text.replaceAll(`10.0.0.1${index + 1}`, network.hosts[node].address), lines)
    .replaceAll('10.0.0.0/24', network.range)

/** In the folder that was made for this machine. */
const typeAt = (node: DatabaseNode, lines: string) => machines[node].type(here(lines), join(made, node))

async function expectDone(said: Promise<Said>): Promise<string> {
  const { code, said: all } = await said
  expect(code, all.slice(-4000)).toBe(0)
  return all
}

const list = async (node: DatabaseNode) =>
  (await machines[node].type('timeout 10 patronictl -c /etc/patroni/config.yml list || true')).said

const whole = ['Leader', 'Sync Standby', 'Replica']

/**
 * The machine that has the first role, once the list shows all of them: a minute later, says the
 * page.
 */
async function shown(by: DatabaseNode, roles: readonly string[]): Promise<DatabaseNode> {
  const until = Date.now() + 90_000
  for (;;) {
    const said = await list(by)
    const lines = said.split('\n').filter(line => /running|streaming/.test(line))
    const [found, ...others] = roles.map(one => lines.find(line => line.includes(`| ${one}`)))
    const name = databaseNodes.find(node => found?.includes(`| ${node} `))
    if (name && others.every(Boolean)) return name
    if (Date.now() > until)
      throw new Error(`${said}\n${(await machines[by].type('tail -n 20 /var/log/patroni.log')).said}`)
    await after(1_000)
  }
}

/** With the lines of the portal's settings. */
async function serve(without?: string): Promise<Visitor> {
  const { env, remove } = await makeFolders()
  removals.push(remove)
  const urls = [...here(settings).matchAll(/^(\w+)="(.*)"$/gm)].flatMap(([, name = '', value = '']) =>
    name === without ? [] : [[name, value.replaceAll('/etc/portail/cluster-ca.crt', join(made, 'ca.crt'))] as const],
  )
  portal = await serveChild({ ...env, ...Object.fromEntries(urls) })
  return new Visitor(portal)
}

test('three bare machines are a cluster after the lines, and the portal saves in it', { timeout: limit }, async () => {
  await expectDone(typed(here(make), { CLUSTER_WATCHDOG: 'off' }, checkout))
  await Promise.all(databaseNodes.map(node => expectDone(typeAt(node, vote))))
  for (const node of databaseNodes) copyFileSync(join(made, 'patroni_env.conf'), join(made, node, 'patroni_env.conf'))
  await Promise.all(databaseNodes.map(node => expectDone(typeAt(node, database))))
  await shown('db1', whole)
  const [, password = ''] = /SUPERUSER_PASSWORD=(\w+)/.exec(readFileSync(join(made, 'patroni_env.conf'), 'utf8')) ?? []
  await expectDone(typed(here(role), { PGPASSWORD: password }, made))
  const visitor = await serve()
  await enrolAndConfirm({ codes: portal?.codes ?? '' }, visitor, students.aminata, '76000001')
})

test('the primary is changed before work on its machine', { timeout: limit }, async () => {
  const before = await shown('db1', whole)
  // What it asks: which one, by which, when, and whether it is meant.
  await expectDone(machines[before].type("patronictl -c /etc/patroni/config.yml switchover <<< $'\\n\\n\\ny'"))
  expect(await shown(before, whole)).not.toBe(before)
})

test('a standby takes a new version of its programs', { timeout: limit }, async () => {
  const standby = await shown('db1', ['Sync Standby', 'Leader', 'Replica'])
  await expectDone(typeAt(standby, upgrade.replaceAll('NAME', standby)))
  await shown('db1', whole)
})

test('a new machine takes the place of one that is lost', { timeout: limit }, async () => {
  network.kill('db3')
  while ((await list('db1')).includes('| db3 ')) await after(1_000)
  machines.db3 = await BareMachine.start(network.hosts.db3, folder)
  await expectDone(typeAt('db1', giveVote))
  for (const lines of [joins, vote, database]) await expectDone(typeAt('db3', lines))
  await shown('db3', whole)
})

test('the machine that is left goes on alone after the lines, with all that was saved', {
  timeout: limit,
}, async () => {
  const left = await shown('db1', ['Sync Standby', 'Leader', 'Replica'])
  for (const node of databaseNodes) if (node !== left) network.kill(node)
  if (portal) await endCleanly(portal)
  await expectDone(machines[left].type(alone))
  await shown(left, ['Leader'])
  await expectDone(machines[left].type(strict))
  const visitor = await serve('DATABASE_READ_URL')
  expect((await visitor.look(students.aminata)).json.matricule).toBe(students.aminata.matricule)
  expect((await visitor.save(students.moussa, '76000002')).status).toBe(1)
})
