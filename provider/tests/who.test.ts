import { expect, test } from 'vitest'
import { oneServer } from './setup/campus.ts'
import { runToEnd } from './setup/child.ts'
import { otherCode, readCode, students } from './setup/visitor.ts'

const { matricule, nom, prenom } = students.aminata
const { server, visitor } = await oneServer()

const who = (...args: string[]) => runToEnd('cli.ts', ['who', ...args, '--as', 'Awa'], { DATA_DIR: server.dataDir })

test('an operator finds the student whom the log does not name, and the audit keeps who asked', async () => {
  await visitor.save(students.aminata, '76000001')
  const wrong = otherCode(await readCode(server, '76000001'))
  for (let guess = 0; guess < 12; guess += 1) await visitor.give(students.aminata, wrong)
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
