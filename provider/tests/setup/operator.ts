import { openProvider } from '../../src/open-provider.ts'
import { type Command, perform } from '../../src/operator/commands.ts'
import { readConfig } from '../../src/operator/config.ts'
import type { Operator } from '../../src/operator/operator.ts'
import type { Report } from '../../src/operator/report.ts'

export interface Collected extends Report {
  files: Map<string, Buffer>
}

/** What an operator is told and given by one command, all of it together. */
export async function collect(
  work: (operator: Operator) => Promise<Report | undefined>,
): Promise<Collected | undefined> {
  const told: string[] = []
  const files = new Map<string, Buffer>()
  const report = await work({
    name: 'tests',
    tell: line => void told.push(line),
    show: async lines => void told.push(...lines),
    take: async (name, bytes) => void files.set(name, Buffer.from(bytes)),
  })
  return report && { done: report.done, lines: [...told, ...report.lines], files }
}

/** The command beside the server that runs on this folder, as the command line gives it. */
export async function ask(dataDir: string, command: Command): Promise<Collected | undefined> {
  const ports = { now: () => new Date(), smsKept: () => undefined, isCommand: true }
  const { provider, close } = await openProvider(readConfig({ DATA_DIR: dataDir }), ports)
  try {
    return await collect(operator => perform(provider, command, operator))
  } finally {
    await close()
  }
}
