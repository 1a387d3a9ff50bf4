import type { Command } from '../../src/operator/commands.ts'
import type { Operator } from '../../src/operator/operator.ts'
import type { Report } from '../../src/operator/report.ts'
import { askServer } from '../../src/operator/socket.ts'

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

/** The command, through the socket of the server that runs on this folder. */
export function ask(dataDir: string, command: Command): Promise<Collected | undefined> {
  return collect(operator => askServer(dataDir, command, operator))
}
