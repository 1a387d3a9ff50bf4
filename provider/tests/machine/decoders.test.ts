import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { Decoder } from '../../src/images/decoder.ts'
import { afterwards, confirmAll, oneChild, oneFolder } from '../setup/campus.ts'
import { type Child, endCleanly, serveChild } from '../setup/child.ts'
import { base64Photograph, photograph } from '../setup/photographs.ts'
import { students, Visitor } from '../setup/visitor.ts'

/**
 * Photographs are decoded in processes of their own: what becomes of the server when these end, and
 * of these without it.
 */

const { aminata } = students
const own = await oneChild()
await confirmAll(own.child, [aminata])

const send = async (seed: number) =>
  (await new Visitor(own.child).send(aminata, 'attest', await base64Photograph(seed))).status
function decodersOf({ process: { pid = 0 } }: Child): number[] {
  try {
    const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)]).toString()
    return list.split('\n').flatMap(line => (line.includes('decode-child') ? [Number.parseInt(line, 10)] : []))
  } catch {
    return []
  }
}
/**
 * One that has ended stays listed until somebody asks after it: in a container perhaps nobody does.
 */
const isRunning = (pid: number) =>
  execFileSync('ps', ['-e', '-o', 'pid=,stat='])
    .toString()
    .split('\n')
    .some(line => {
      const [listed, state = ''] = line.trim().split(/\s+/)
      return Number(listed) === pid && !state.startsWith('Z')
    })

test('a decoder that dies costs nobody a photograph', async () => {
  expect(decodersOf(own.child)).toEqual([])
  expect(await send(1)).toBe(1)
  const [first = 0] = decodersOf(own.child)
  expect(first).toBeGreaterThan(0)
  process.kill(first, 'SIGKILL')
  expect(await send(2)).toBe(1)
  expect(decodersOf(own.child)).not.toContain(first)
})

test('at most two decode for a server, and they stay for the next', async () => {
  const [first = 0] = decodersOf(own.child)
  // While one stands still, whoever does not wait for it is served by the other.
  process.kill(first, 'SIGSTOP')
  const two = [send(8), send(9)]
  await Promise.any(two)
  const decoders = decodersOf(own.child)
  expect(decoders).toHaveLength(2)
  expect(decoders).toContain(first)
  process.kill(first, 'SIGCONT')
  expect(await Promise.all(two)).toEqual([1, 1])
  await Promise.all(Array.from({ length: 8 }, (_, nth) => send(10 + nth)))
  expect(decodersOf(own.child)).toEqual(decoders)
  await send(20)
  expect(decodersOf(own.child)).toEqual(decoders)
})

test('a server that is killed leaves no decoder behind, and one that is asked to go neither', async () => {
  for (const end of ['SIGKILL', 'SIGTERM'] as const) {
    const decoders = decodersOf(own.child)
    expect(decoders.length).toBeGreaterThan(0)
    if (end === 'SIGTERM') await endCleanly(own.child)
    else own.child.process.kill(end)
    await own.child.ended
    for (const pid of decoders) await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false)
    await own.start()
    expect(await send(30)).toBe(1)
  }
}, 120_000)

test('a picture on which a decoder is stopped is no word about the picture, and the next one is decoded', async () => {
  const picture = await photograph(40)
  const hasty = new Decoder(0)
  expect(await hasty.decode(picture)).toBe('late')
  expect(await hasty.decode(picture)).toBe('late')
  const patient = new Decoder(3_600_000)
  expect(await patient.decode(picture)).toBe('whole')
  expect(await patient.decode(picture.subarray(0, 2000))).toBe('notWhole')
})

describe('a server that runs behind others, as an account that may not come before them', async () => {
  const isRoot = process.getuid?.() === 0
  const account = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  const { env, folder } = await oneFolder()
  if (isRoot) execFileSync('chown', ['-R', '65534:65534', folder])
  const server = await serveChild(env, { nice: 10, ...account })
  afterwards(() => endCleanly(server))
  await confirmAll(server, [aminata])
  const upload = async () => new Visitor(server).send(aminata, 'attest', await base64Photograph(50))
  /** How many processes its account may have. */
  const allow = (processes: string) =>
    execFileSync('prlimit', ['--pid', String(server.process.pid), `--nproc=${processes}:`], account)

  test.runIf(process.platform === 'linux')(
    'has a photograph come again while no decoder can be started',
    async () => {
      const most =
        /^Max processes +\S+ +(\S+)/m.exec(await readFile(`/proc/${server.process.pid}/limits`, 'utf8'))?.[1] ?? ''
      allow('1')
      for (let nth = 0; nth < 3; nth += 1)
        expect(await upload()).toMatchObject({
          http: 503,
          json: { status: 0, msg: expect.stringContaining('Réessayez') },
        })
      expect(server.output().err.match(/Photographs can't be decoded: .*\(EAGAIN\)/g)).toHaveLength(1)
      allow(most)
      expect(await upload()).toMatchObject({ http: 200, json: { status: 1 } })
    },
    60_000,
  )

  test('decodes all the same', async () => {
    expect(await upload()).toMatchObject({ http: 200, json: { status: 1 } })
  })
})
