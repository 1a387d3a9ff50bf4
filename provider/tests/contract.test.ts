import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { afterwards, oneChild } from './setup/campus.ts'
import { complete, contract, linesThat, reduced } from './setup/contract.ts'
import { eachDatabase } from './setup/databases.ts'
import { type Asked, startForeign } from './setup/foreign.ts'
import { students } from './setup/visitor.ts'

/**
 * `npm run contract` as the provider's team runs it: a process of its own, against a server in
 * another.
 */

const root = join(import.meta.dirname, '..', '..')
const page = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'))

describe.each(await eachDatabase())('our stand-in on %s keeps the contract', async (_, { databaseUrl }) => {
  const { child: server, folders } = await oneChild(databaseUrl ? { DATABASE_URL: databaseUrl } : {})
  const code = () => ({ url: server.codes })
  const studentFile = async (student: object) => {
    const path = join(folders.folder, 'student.json')
    await writeFile(path, JSON.stringify(student))
    return path
  }

  test('with a student of the fuller form, who corrects the number first, and again who has enrolled', async () => {
    const student = { ...complete(students.aminata, '76000001'), otherPhone: '76000099', code: code() }
    const first = await contract(server.address, '--student', await studentFile(student))
    expect(first.out).toMatch(/\n1\d\d lines hold; 0 break the portal, 0 are borne by it, 0 are advice; 2 were/)
    const apart = [expect.stringContaining('no portal with a worker'), expect.stringContaining('every base lies on')]
    expect([first.code, linesThat('skipped', first.out)]).toEqual([0, apart])
    for (const personal of ['BKO2026T001', '76000001', 'DIARRA', 'Aminata', '123456'])
      expect(first.out + first.err).not.toContain(personal)

    const again = await contract(`${server.address}/2021/v1/`, '--student', await studentFile(student), '--small')
    expect([again.code, again.err.includes('Error')]).toEqual([0, false])
    expect(linesThat('skipped', again.out).map(line => line.trim())).toEqual([
      expect.stringContaining('the student has enrolled already'),
      expect.stringContaining('left out by --small'),
      ...apart,
    ])
  })

  test('with a student of the shorter form, who has no receipt to ask for', async () => {
    const student = { ...reduced(students.moussa, '76000002'), code: code() }
    const { code: ended, out } = await contract(server.address, '--small', '--student', await studentFile(student))
    expect([ended, linesThat('BREAKS', out), linesThat('borne', out)]).toEqual([0, [], []])
    expect(out).toContain('holds    a JPEG of type attest is taken')
    expect(out).not.toContain('photobuste is taken')
  })

  test('and says what it could not look at without a student', async () => {
    const { code: ended, out } = await contract(server.address)
    expect(ended).toBe(0)
    expect(linesThat('skipped', out)[0]).toContain('no student was given (--student file.json)')
  })
})

describe('who asks wrongly reads how to ask', () => {
  test.each([
    [[], 'One URL is needed.'],
    [['ftp://a.ml'], 'is no address: write https://host.'],
    [['http://localhost:1', '--code', '12'], 'four digits'],
    [['http://localhost:1', '--base-older', 'anciens'], 'VITE_API_OLDER'],
    [['http://localhost:1', '--studnet', 'a'], "Unknown option '--studnet'"],
    [['http://localhost:1', '--student', '/none.json'], 'cannot be read'],
  ])('%j', async (args, sentence) => {
    const { code, out, err } = await contract(...args)
    expect([code, out, err.includes(sentence), /\n {4}at /.test(err)]).toEqual([2, '', true, false])
  })

  test('and who reaches nobody, that nobody is there', async () => {
    const { code, out } = await contract('http://127.0.0.1:1')
    expect(code).toBe(1)
    expect(linesThat('BREAKS', out)).toEqual([
      expect.stringContaining('its answer is what the contract says'),
      expect.anything(),
    ])
    expect(out).toContain('the connection failed')
  })
})

test('docs/openapi.json says what the stand-in really takes and answers, in a whole enrolment', async () => {
  const { child: server, folders: own } = await oneChild()
  const foreign = await startForeign(server.address)
  afterwards(() => foreign.stop())
  const heard: { asked: Asked; code: number; answer: unknown }[] = []
  foreign.meet(async (asked, pass) => {
    const answer = await pass()
    if (asked.method === 'POST') heard.push({ asked, code: answer.code, answer: JSON.parse(answer.text.toString()) })
    return answer
  }, '198.51.100.1')
  const path = join(own.folder, 'student.json')
  await writeFile(path, JSON.stringify({ ...complete(students.aminata, '76000001'), code: { url: server.codes } }))
  expect((await contract(foreign.url, '--student', path)).code).toBe(0)

  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...page, $id: 'page' })
  const told = heard.flatMap(({ asked, code, answer }) => {
    const base = /^\/\w+\/v\d/.exec(asked.path)?.[0] ?? ''
    const name = asked.path.slice(base.length)
    const item = page.paths[name]
    if (!item?.servers.some(({ url }: { url: string }) => url === base)) return []
    const { responses } = item.post
    const at = responses[code]?.$ref?.slice(1) ?? `/paths/${name.replaceAll('/', '~1')}/post/responses/${code}`
    const valid = ajv.validate(`page#${at}/content/application~1json/schema`, answer)
    return [{ name, code, faults: valid ? [] : ajv.errors }]
  })
  expect(told.filter(({ faults }) => faults?.length !== 0)).toEqual([])
  // What comes in parts is no call, and lies below each base.
  const calls = Object.keys(page.paths).filter(name => 'post' in (page.paths[name] ?? {}))
  expect(new Set(told.map(({ name }) => name))).toEqual(new Set(calls))
  expect([...new Set(told.map(({ code }) => code))].sort()).toEqual([200, 400, 403, 415, 422])
})
