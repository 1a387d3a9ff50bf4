import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argv } from 'node:process'
import { setTimeout as after } from 'node:timers/promises'
import { needed } from '../../../tests/run/needs.ts'
import { atNginx, bodyBytes, http, uploadParts } from '../../src/limits/limits.ts'
import { inventStudents } from '../setup/campus.ts'
import { startNginx } from '../setup/nginx.ts'
import { addConfirmed, addStudents, startCluster } from '../setup/postgres.ts'
import { startServer } from '../setup/server.ts'
import { attackers, type Scene } from './attackers.ts'
import { enrol, Got } from './enrol.ts'

/**
 * One server on PostgreSQL behind the nginx of the deploy kit, with numbers so small that one attacker reaches
 * them; writes a line for each. With `kernel` it has a network of its own, where the kit's rules hold.
 */

export interface Row {
  name: string
  waves: number
  told: Scene['told']
  got: Record<'campus' | 'phone' | 'known', Got>
}

const [mode, ...asked] = argv.slice(2)
const isKernel = mode === 'kernel'
const connections = 200
Object.assign(atNginx, { connections, uploads: 75, photos: 50, photosTogether: 200 })
Object.assign(atNginx, { callsEachSecond: 300, callsAtOnce: 300, commonCallsAtOnce: 300 })
Object.assign(uploadParts, { bytesTogether: 1_000_000, bytesBeyond: 0, leastBytes: 60_000 })
bodyBytes.together = 16 * 1024 * 1024

if (isKernel) execFileSync(needed('ip'), ['link', 'set', 'lo', 'up'])
const cluster = await startCluster()
const patience = { ...http, maxConnections: connections, stopMs: 500 }
const server = await startServer({ databaseUrl: cluster.url, trustProxy: true, patience })
await writeFile(join(server.distDir, '.policies.conf'), '')
const nginx = await startNginx({ processes: [server.address], dist: server.distDir, connections: connections * 4 })
if (isKernel) {
  const rules = readFileSync(join(import.meta.dirname, '../../deploy/portal.nft'), 'utf8')
  const scaled = rules
    .replaceAll('{ 80, 443 }', `${nginx.port}`)
    .replaceAll(/count over \d+/g, `count over ${connections}`)
  execFileSync(needed('nft'), ['-f', '-'], { input: scaled })
}

const ofRow = 10
const everybody = inventStudents(600 + ofRow * (attackers.length + 2))
const [allies, victims] = [everybody.splice(0, 5), everybody.splice(0, 595)]
await addConfirmed(cluster.url, allies)
await addStudents(cluster.url, [...victims, ...everybody])

type Played = Pick<(typeof attackers)[number], 'name' | 'wave'>

/** Each row has students and addresses of its own: none inherits what another one has used up. */
async function play({ name, wave }: Played, row: number): Promise<Row> {
  const [known, phone, ...campus] = everybody.splice(0, ofRow)
  if (!known || !phone) throw new Error('too few students')
  const of = (group: number, nth = 0) => `127.${group}.${row + 1}.${nth + 1}`
  const [{ address }, home, told] = [nginx, of(30), { answers: 0, refused: 0 }]
  const scene: Scene = { server, address, from: nth => of(66, nth), home, known, allies, victims, lines: [], told }
  let [waves, isOver] = [0, false]
  const flood = (async () => {
    for (; !isOver; waves += 1) {
      await wave(scene, waves)
      await after(20)
    }
  })()
  const waitUntil = async (wave: number) => {
    while (waves < wave) await Promise.race([after(10), flood])
  }
  await waitUntil(1)
  const got = { campus: new Got(), phone: new Got(), known: new Got() }
  const at = (from: string) => ({ server, address, from })
  await Promise.all([
    ...campus.map(student => enrol({ ...at(of(10)), student, got: got.campus })),
    enrol({ ...at(of(20)), student: phone, got: got.phone, isSlow: true }),
    // A whole wave, which has begun since.
    enrol({ ...at(home), student: known, got: got.known, before: () => waitUntil(waves + 2) }),
  ])
  isOver = true
  await flood
  for (const line of scene.lines) line.hangUp()
  await server.database.query('DELETE FROM uploads')
  server.advance(15 * 60_000)
  return { name, waves, told, got }
}

const nobody: Played = { name: 'nobody', wave: () => after(200) }
// The first one warms everything up.
await play(nobody, 0)
const inTurn = [nobody, ...attackers.filter(({ needsKernel }) => isKernel || !needsKernel)]
for (const [row, one] of inTurn.entries())
  if (asked.length === 0 || one === nobody || asked.includes(one.name.split(' ')[0] ?? ''))
    console.log(JSON.stringify(await play(one, row + 1)))
await nginx.stop()
await server.stop()
await cluster.stop()
