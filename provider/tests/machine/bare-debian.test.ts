import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needed } from '../../../tests/run/needs.ts'
import { checkOut, standIns, ways } from '../setup/bare-machines.ts'
import { heard, type Said, shellBlocks } from '../setup/instructions.ts'

/**
 * The ten lines of provider/docs/deploy.md, typed as they stand there on a machine of their own;
 * only systemd is stood in for.
 */

const [block = ''] = shellBlocks('From a bare Debian to a running service')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portail-machine-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('there are ten lines', () => {
  expect(block.trim().split('\n')).toHaveLength(10)
})

test('a bare Debian runs the service after them, and a student enrols by https', async () => {
  needed('ip')
  const checkout = join(folder, 'checkout')
  checkOut(checkout)
  const lines = join(folder, 'lines.sh')
  await writeFile(lines, block)
  const { code, said } = await onItsOwnMachine(checkout, [lines, join(standIns, 'enrol.sh')])
  const [, result = 'null'] = /^SAID (.*)$/m.exec(said) ?? []
  expect(code, said.slice(-4000)).toBe(0)
  expect(JSON.parse(result)).toEqual({
    home: [200, 'br', true],
    drawn: true,
    lost: 404,
    plain: 'https://portail.example/status',
    answers: Array(9).fill(1),
    flags: Array(5).fill('1'),
  })
}, 1_200_000)

/** The layer and the network of `machine.sh`; a container may allow its root neither. */
const layer =
  'mount -t tmpfs tmpfs /mnt && mkdir /mnt/u /mnt/w /mnt/r && mount -t overlay o -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/r'
const mayIsolate = () => spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'sh', '-c', layer]).status === 0

function onItsOwnMachine(checkout: string, scripts: readonly string[]): Promise<Said> {
  const here = !mayIsolate()
  if (here && process.env.TESTS_CHANGE_THIS_MACHINE !== 'yes')
    throw new Error(
      'This needs a root that may unshare; TESTS_CHANGE_THIS_MACHINE=yes types the lines on this very one.',
    )
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']
  const command = [join(standIns, 'machine.sh'), standIns, checkout, ...scripts]
  const [program = '', ...words] = here ? command : ['unshare', ...namespaces, ...command]
  const machine = spawn(program, words, {
    env: { ...ways(), ...(here && { HERE: 'yes' }), STUDENT: join(standIns, 'student.mjs') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return heard(machine)
}
