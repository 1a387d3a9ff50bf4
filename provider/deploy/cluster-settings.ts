import { isIPv4 } from 'node:net'
import * as v from 'valibot'
import { readEnvironment } from '../src/operator/environment.ts'

/** A machine of the cluster, by its name and its address in the network that they share. */
export interface Machine {
  name: string
  address: string
}

const path = (otherwise: string) =>
  v.optional(v.pipe(v.string(), v.regex(/^\/[\w./-]+$/)), otherwise)

const machines = v.pipe(
  v.string(),
  v.transform(text => text.split(',').map(one => one.split('='))),
  v.check(all =>
    all.every(([name = '', address = '']) => /^[a-z][\w-]*$/.test(name) && isIPv4(address)),
  ),
  v.transform(all => all.map(([name = '', address = '']): Machine => ({ name, address }))),
)

/**
 * Of the machines that share a cluster of PostgreSQL. Documented in provider/docs/production.md, "A
 * cluster".
 */
const Environment = v.object({
  CLUSTER_NODES: v.pipe(machines, v.minLength(2), v.maxLength(3)),
  CLUSTER_WITNESS: v.optional(machines),
  CLUSTER_NETWORK: v.pipe(v.string(), v.regex(/^[\d.]+\/\d+$/)),
  CLUSTER_DATA: path('/var/lib/postgresql/15/portail'),
  CLUSTER_BIN: path('/usr/lib/postgresql/15/bin'),
  CLUSTER_SOCKETS: path('/var/run/postgresql'),
  CLUSTER_ETCD: path('/var/lib/etcd/portail'),
  CLUSTER_TLS: path('/etc/portail/cluster'),
  // Without it a machine whose Patroni hangs would go on answering as the primary.
  CLUSTER_WATCHDOG: v.optional(v.picklist(['required', 'off']), 'required'),
})

export type ClusterSettings = v.InferOutput<typeof Environment>

/** @throws Error that names the variable, for the operator who sets the machines up */
export function readClusterSettings(env: NodeJS.ProcessEnv): ClusterSettings {
  const read = readEnvironment(Environment, env)
  if ('fault' in read)
    throw new Error(
      `${read.name} is "${read.value}": write it as provider/docs/production.md says.`,
    )
  const { CLUSTER_NODES: nodes, CLUSTER_WITNESS: witness = [] } = read.output
  // Two of three must agree on who is the primary: of two machines neither can outvote the other.
  if (nodes.length + witness.length !== 3)
    throw new Error(
      'Name three nodes in CLUSTER_NODES; or two, and in CLUSTER_WITNESS a third machine that only votes.',
    )
  return read.output
}
