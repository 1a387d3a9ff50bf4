import { type Host, Network } from '../setup/hosts.ts'
import { type DatabaseNode, databaseNodes, PatroniCluster } from '../setup/patroni.ts'
import { startCluster } from '../setup/postgres.ts'
import { type Figure, percentile } from './figures.ts'
import { cpuMs, cpuMsOf, nameOf } from './machine.ts'
import { Measured, sideBySide } from './measure.ts'
import type { Context } from './students.ts'
import { startSubject } from './subject.ts'

/** Milliseconds of processor on the database's side. */
interface Spent {
  /** PostgreSQL on the machine that takes writes. */
  primary: number
  /** All that runs on that machine. */
  machine: number
  /** All that runs on all machines. */
  all: number
}

const nothing: Spent = { primary: 0, machine: 0, all: 0 }

/** Students of one database, with what they have cost its machines. */
class OnMachines extends Measured {
  private readonly spent = new Map<number, Spent>()

  constructor(
    private readonly read: () => Spent,
    ...rest: ConstructorParameters<typeof Measured>
  ) {
    super(...rest)
  }

  override async come(together: number, students: number): Promise<void> {
    const before = this.read()
    await super.come(together, students)
    const after = this.read()
    const { primary, machine, all } = this.spentBy(together)
    this.spent.set(together, {
      primary: primary + after.primary - before.primary,
      machine: machine + after.machine - before.machine,
      all: all + after.all - before.all,
    })
  }

  spentBy(together: number): Spent {
    return this.spent.get(together) ?? nothing
  }
}

/**
 * The same processes on the cluster and on one PostgreSQL, with and without the cluster's TLS: in turns, each database on
 * machines of its own, on one disk that is real.
 */
export async function cluster(context: Context): Promise<Figure[]> {
  const { crowds } = context
  const network = new Network([...databaseNodes, 'plain', 'secure'] as const)
  const machines = new PatroniCluster(network, 'real')
  const ends: (() => Promise<void>)[] = [async () => network.close(), () => machines.stop()]
  const single = async (host: Host, tls?: string) => {
    const { url, pid, stop } = await startCluster({ durable: true, host, ...(tls && { tls }) })
    ends.push(stop)
    const read = () => {
      const all = cpuMs([pid])
      return { primary: all, machine: all, all }
    }
    return students(context, url, read, ends)
  }
  try {
    const plain = await single(network.hosts.plain)
    const secure = await single(network.hosts.secure, machines.certified(network.hosts.secure))
    await machines.start()
    const primary = await machines.healthy()
    const three = await students(context, machines.url, () => spentOn(network, primary), ends)
    const all = [plain, secure, three]
    for (const one of all) await one.warmUp()
    for (const { together, students } of crowds) await sideBySide(all, together, students)
    if ((await machines.healthy()) !== primary) throw new Error('another machine has become the primary meanwhile')
    return crowds.flatMap(({ together }) => [
      ...compared(`the cluster beside one PostgreSQL, ${together} at a time`, together, plain, three),
      ...compared(`the cluster beside one PostgreSQL by TLS, ${together} at a time`, together, secure, three),
    ])
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

async function students(
  { root, imported, pictures }: Context,
  url: string,
  read: () => Spent,
  ends: (() => Promise<void>)[],
): Promise<OnMachines> {
  const database = { url, isCluster: url.includes(',') }
  const subject = await startSubject({ dir: root, database, processes: 2, imported })
  ends.push(() => subject.stop())
  return new OnMachines(read, subject, pictures, imported)
}

function spentOn(network: Network<DatabaseNode>, primary: DatabaseNode): Spent {
  const own = network.processes(primary)
  return {
    primary: cpuMsOf(own.filter(pid => nameOf(pid) === 'postgres')),
    machine: cpuMsOf(own),
    all: cpuMsOf(databaseNodes.flatMap(node => network.processes(node))),
  }
}

function compared(name: string, together: number, one: OnMachines, three: OnMachines): Figure[] {
  const each = (of: (measured: OnMachines) => number) => ({ value: of(three), before: of(one) })
  const perStudent = (of: (measured: OnMachines) => number) =>
    each(measured => of(measured) / measured.costOf(together).students)
  const uploads = (share: number) =>
    each(measured => percentile(measured.costOf(together).times.get('files/upload') ?? [], share))
  const spent = (what: keyof Spent) => perStudent(measured => measured.spentBy(together)[what])
  return [
    {
      name: `${name}: the portals' CPU an enrolment`,
      unit: 'ms',
      ...perStudent(measured => measured.costOf(together).serverMs),
      goal: { mostTimes: 1.3 },
    },
    { name: `${name}: CPU of PostgreSQL where it is written`, unit: 'ms', ...spent('primary') },
    { name: `${name}: CPU of all on that machine`, unit: 'ms', ...spent('machine') },
    { name: `${name}: CPU of all on all its machines`, unit: 'ms', ...spent('all') },
    { name: `${name}: an upload, p50`, unit: 'ms', ...uploads(0.5) },
    { name: `${name}: an upload, p99`, unit: 'ms', ...uploads(0.99), goal: { mostTimes: 2 } },
  ]
}
