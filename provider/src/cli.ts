import { readFile } from 'node:fs/promises'
import { openProvider } from './open-provider.ts'
import { help, parseCommandLine, type Request, UsageError } from './operator/arguments.ts'
import { type Command, perform } from './operator/commands.ts'
import { type Config, readConfig } from './operator/config.ts'
import type { Operator } from './operator/operator.ts'
import { fail, keepFilesPrivate, survivePipes } from './operator/process.ts'
import { receive } from './operator/receiving.ts'
import type { Report } from './operator/report.ts'

async function carryOut(config: Config, command: Command, operator: Operator): Promise<Report> {
  const ports = { now: () => new Date(), smsKept: () => undefined, isCommand: true }
  const { provider, close } = await openProvider(config, ports)
  try {
    return await perform(provider, command, operator)
  } finally {
    await close()
  }
}

async function readStudents(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`The file ${path} cannot be read. Check its name.`)
  })
  // What is no UTF-8 is seen where the list is read: one line may be so, or all.
  return bytes.toString()
}

async function answer(request: Exclude<Request, { help: true }>): Promise<Report> {
  const config = readConfig(process.env)
  const { operator, finish } = await receive(request, config.distDir, {
    argv: process.argv,
    env: process.env,
    now: new Date(),
  })
  if ('importFile' in request)
    return carryOut(
      config,
      { name: 'import', text: await readStudents(request.importFile) },
      operator,
    )
  const report = await carryOut(config, request.command, operator)
  return report.done ? { ...report, lines: [...report.lines, ...(await finish())] } : report
}

survivePipes()
keepFilesPrivate()
try {
  const request = parseCommandLine(process.argv.slice(2))
  if ('help' in request) {
    console.log(help)
  } else {
    const report = await answer(request)
    for (const line of report.lines) (report.done ? console.log : console.error)(line)
    process.exitCode = report.done ? 0 : 1
  }
} catch (error) {
  if (!(error instanceof UsageError)) fail(error)
  console.error(error.message)
  process.exitCode = 2
}
