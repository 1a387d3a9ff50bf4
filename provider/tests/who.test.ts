import { afterAll, beforeAll, expect, test } from 'vitest'
import { runToEnd } from './setup/child.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { completeBody, readCode, students, Visitor } from './setup/visitor.ts'

const { matricule, nom, prenom } = students.aminata
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop(), 30_000)

const who = (...args: string[]) => runToEnd('cli.ts', ['who', ...args, '--as', 'Awa'], { DATA_DIR: server.dataDir })

test('an operator finds the student whom the log does not name, and the audit keeps who asked', async () => {
  const visitor = new Visitor(server)
  await visitor.call('enrolement/add', completeBody(students.aminata, '76000001'))
  const right = await readCode(server, '76000001')
  const wrong = right === '0000' ? '1111' : '0000'
  for (let guess = 0; guess < 12; guess += 1) await visitor.call('otp/valide', { matricule, otp: wrong })
  const told = server.log.map(line => JSON.parse(line)).find(line => line.security === 'codeGuessing')
  expect(JSON.stringify(told)).not.toContain(matricule)

  expect(await who(told.target)).toMatchObject({ code: 0, out: `${matricule}  ${nom} ${prenom}\n` })
  const audit = await server.operate({ name: 'audit', matricule })
  expect(audit?.lines).toEqual([expect.stringContaining(`Awa  who  ${matricule}  ${told.target}`)])
})

test('a pseudonym of nobody, and what is none, are said to be so and stand in no audit', async () => {
  expect(await who('000000000000')).toMatchObject({ code: 1, err: expect.stringContaining('No student of the list') })
  expect(await who(matricule)).toMatchObject({ code: 2, err: expect.stringContaining('A pseudonym has 12 signs') })
  expect((await server.operate({ name: 'audit' }))?.lines.filter(line => line.includes('  who  '))).toHaveLength(1)
})
