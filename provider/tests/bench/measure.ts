import { crowd, enrol, type Times } from './enrol.ts'
import { cpuMs, peakMemoryMb, writtenBytes } from './machine.ts'
import type { Pictures } from './pictures.ts'
import type { Subject } from './subject.ts'

/** What a number of students have cost a subject. */
export interface Cost {
  students: number
  seconds: number
  serverMs: number
  databaseMs: number
  written: number
  times: Times
}

const nothing = (): Cost => ({ students: 0, seconds: 0, serverMs: 0, databaseMs: 0, written: 0, times: new Map() })

/** A subject with what it has cost so far, and the first student that has not come to it yet. */
export class Measured {
  next = 0
  private readonly costs = new Map<number, Cost>()

  constructor(
    readonly subject: Subject,
    private readonly pictures: Pictures,
  ) {}

  async warmUp(): Promise<void> {
    await this.let(20, 60, nothing())
  }

  async come(together: number, students: number): Promise<void> {
    const cost = this.costs.get(together) ?? nothing()
    this.costs.set(together, cost)
    await this.let(together, students, cost)
  }

  private async let(together: number, students: number, cost: Cost): Promise<void> {
    const { serverPids, cluster } = this.subject
    const databasePids = cluster ? [cluster.pid] : []
    const read = () => ({
      server: cpuMs(serverPids),
      database: cpuMs(databasePids),
      written: writtenBytes([...serverPids, ...databasePids]),
      at: performance.now(),
    })
    const first = this.next
    this.next += students
    const before = read()
    await crowd(together, students, place => enrol(this.subject, this.pictures, first + place, cost.times))
    const after = read()
    cost.students += students
    cost.seconds += (after.at - before.at) / 1000
    cost.serverMs += after.server - before.server
    cost.databaseMs += after.database - before.database
    cost.written += after.written - before.written
  }

  costOf(together: number): Cost {
    return this.costs.get(together) ?? nothing()
  }

  peakMemoryMb(): number {
    return Math.max(...this.subject.serverPids.map(peakMemoryMb))
  }
}

/** In turns of a few, so that what else the machine does meets them alike. */
export async function sideBySide(subjects: readonly Measured[], together: number, students: number): Promise<void> {
  const turns = subjects.length > 1 ? 4 : 1
  for (let turn = 0; turn < turns; turn += 1) {
    for (const measured of turn % 2 ? [...subjects].reverse() : subjects)
      await measured.come(together, Math.ceil(students / turns))
  }
}
