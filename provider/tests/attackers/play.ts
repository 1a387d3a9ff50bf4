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
import { type Got, playCampus, playKnown, playPhone } from './parties.ts'

/**
 * One server on PostgreSQL behind the nginx of the deploy kit, with numbers so small that one attacker reaches
 * them; writes a line for each attacker. With `kernel` it has a network of its own, where the kit's rules hold.
 */

export interface Row {
  attacker: string
  waves: number
  told: Scene['told']
  got: Record<'campus' | 'phone' | 'known', Got>
}

const [kernel, ...asked] = argv.slice(2)
const connections = 200
Object.assign(atNginx, { connections, uploads: 75, photos: 50, photosTogether: 200 })
Object.assign(atNginx, { callsEachSecond: 300, callsAtOnce: 300, commonCallsAtOnce: 300 })
Object.assign(uploadParts, { bytesTogether: 1_000_000, bytesBeyond: 0, bytesPerAddress: 200_000, leastBytes: 60_000 })
bodyBytes.together = 16 * 1024 * 1024

if (kernel === 'kernel') execFileSync(needed('ip'), ['link', 'set', 'lo', 'up'])
const cluster = await startCluster()
const server = await startServer({
  databaseUrl: cluster.url,
  trustProxy: true,
  patience: { ...http, maxConnections: connections, stopMs: 500 },
})
await writeFile(join(server.distDir, '.policies.conf'), 'default "";\n')
const nginx = await startNginx({ processes: [server.address], dist: server.distDir, connections: connections * 4 })
if (kernel === 'kernel') {
  const rules = readFileSync(join(import.meta.dirname, '../../deploy/portal.nft'), 'utf8')
  const scaled = rules
    .replaceAll('{ 80, 443 }', String(nginx.port))
    .replaceAll(/count over \d+/g, `count over ${connections}`)
  execFileSync(needed('nft'), ['-f', '-'], { input: scaled })
}

const ofCampus = 8
const perRow = ofCampus + 2
const everybody = inventStudents(perRow * (attackers.length + 2) + 600)
const allies = everybody.splice(0, 5)
const victims = everybody.splice(0, 590)
await addConfirmed(cluster.url, allies)
await addStudents(cluster.url, [...victims, ...everybody])

type Played = Pick<(typeof attackers)[number], 'name' | 'wave'>
const nobody: Played = { name: 'nobody', wave: () => after(200) }

/** Each row has students and addresses of its own, so that none inherits what another one has used up. */
async function play({ name, wave }: Played, row: number): Promise<Row> {
  const address = nginx.address
  const [known, phone, ...campus] = everybody.splice(0, perRow)
  if (!known || !phone) throw new Error('too few students')
  const of = (group: number, nth: number) => `127.${group}.${row + 1}.${nth + 1}`
  const scene: Scene = {
    ...{ server, address, known, allies, victims, lines: [], told: { answers: 0, refused: 0 } },
    ...{ from: nth => of(66, nth), home: of(30, 0) },
  }
  let [waves, isOver] = [0, false]
  const waveOf = async () => {
    await wave(scene, waves)
    waves += 1
    await after(20)
  }
  await waveOf()
  const flood = (async () => {
    while (!isOver) await waveOf()
  })()
  /** A wave that has begun since, from its first call to its last. */
  const wholeWave = async () => {
    const until = waves + 2
    while (waves < until) await Promise.race([after(10), flood])
  }
  const at = (from: string) => ({ server, address, from })
  const [ofCampus, ofPhone, ofKnown] = await Promise.all([
    playCampus(at(of(10, 0)), campus),
    playPhone(at(of(20, 0)), phone),
    playKnown(at(scene.home), known, wholeWave),
  ])
  isOver = true
  await flood
  for (const line of scene.lines) line.hangUp()
  await server.database.query('DELETE FROM uploads')
  server.advance(15 * 60_000)
  return { attacker: name, waves, told: scene.told, got: { campus: ofCampus, phone: ofPhone, known: ofKnown } }
}

// The first one warms everything up.
await play(nobody, 0)
const inTurn = [nobody, ...attackers.filter(({ needsKernel }) => kernel === 'kernel' || !needsKernel)]
for (const [row, one] of inTurn.entries())
  if (asked.length === 0 || one === nobody || asked.includes(one.name.split(' ')[0] ?? ''))
    console.log(JSON.stringify(await play(one, row + 1)))
await nginx.stop()
await server.stop()
await cluster.stop()
