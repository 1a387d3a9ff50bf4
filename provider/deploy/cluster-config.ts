import type { ClusterSettings, Machine } from './cluster-settings.ts'

/** Of etcd: who asks, and who votes. */
const ports = { ask: 2379, vote: 2380, patroni: 8008, postgres: 5432 }

/**
 * What lies on each machine: its vote, and on those with a database the program that looks after
 * it.
 */
export function clusterFiles(settings: ClusterSettings): Map<string, string> {
  const { CLUSTER_NODES: nodes, CLUSTER_WITNESS: witness = [] } = settings
  const voters = [...nodes, ...witness]
  return new Map([
    ...voters.map(one => [`${one.name}/etcd.yml`, etcd(one, voters, settings)] as const),
    ...nodes.map(one => [`${one.name}/patroni.yml`, patroni(one, voters, settings)] as const),
  ])
}

const written =
  '# Written by `npm run cluster -w provider` (provider/docs/production.md): change the settings or provider/deploy/, not this file.'

function etcd(
  { name, address }: Machine,
  voters: readonly Machine[],
  { CLUSTER_ETCD, CLUSTER_TLS: tls }: ClusterSettings,
) {
  const security = `
  cert-file: ${tls}/node.crt
  key-file: ${tls}/node.key
  client-cert-auth: true
  trusted-ca-file: ${tls}/ca.crt`
  return `${written}
name: ${name}
data-dir: ${CLUSTER_ETCD}
initial-cluster: ${voters.map(one => `${one.name}=https://${one.address}:${ports.vote}`).join(',')}
initial-cluster-token: portail
initial-cluster-state: new
listen-peer-urls: https://${address}:${ports.vote}
initial-advertise-peer-urls: https://${address}:${ports.vote}
listen-client-urls: https://${address}:${ports.ask}
advertise-client-urls: https://${address}:${ports.ask}
enable-v2: true
client-transport-security:${security}
peer-transport-security:${security}
`
}

function patroni(
  { name, address }: Machine,
  voters: readonly Machine[],
  settings: ClusterSettings,
) {
  const { CLUSTER_NODES: nodes, CLUSTER_NETWORK: network, CLUSTER_TLS: tls } = settings
  const replication = `
      sslmode: verify-ca
      sslrootcert: ${tls}/ca.crt`
  return `${written}
# Passwords stand in the environment (patroni_env.conf).
scope: portail
name: ${name}
restapi:
  listen: ${address}:${ports.patroni}
  connect_address: ${address}:${ports.patroni}
  certfile: ${tls}/node.crt
  keyfile: ${tls}/node.key
  cafile: ${tls}/ca.crt
  verify_client: required
ctl:
  certfile: ${tls}/node.crt
  keyfile: ${tls}/node.key
  cacert: ${tls}/ca.crt
# Not etcd3: Patroni 3.0.2 of Debian 12 takes the lock there from a newer primary after a cut (patroni/patroni#2689).
etcd:
  protocol: https
  cacert: ${tls}/ca.crt
  cert: ${tls}/node.crt
  key: ${tls}/node.key
  hosts:
${voters.map(one => `    - ${one.address}:${ports.ask}`).join('\n')}
watchdog:
  mode: ${settings.CLUSTER_WATCHDOG}
bootstrap:
  # Read when the first machine makes the cluster; afterwards \`patronictl edit-config\` changes it on all of them.
  dcs:
    # Seconds. A primary that cannot renew its lock gives up within ttl, and only then another one takes its place.
    ttl: 20
    loop_wait: 3
    retry_timeout: 5
    # A primary that has crashed is not waited for: another machine has all that it has acknowledged.
    primary_start_timeout: 0
    # What is acknowledged stands on two machines, and only one that has it all can become the primary.
    synchronous_mode: true
    # With three machines the last one left acknowledges nothing; with two, it goes on alone.
    synchronous_mode_strict: ${nodes.length > 2}
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        wal_log_hints: "on"
        max_connections: 200
        # A standby that is gone is noticed in seconds.
        wal_sender_timeout: 5s
        wal_receiver_timeout: 5s
        # A standby that finds no new primary yet asks again soon: without it nothing is acknowledged.
        wal_retrieve_retry_interval: 500ms
        # What readers read on a standby must not hold back what they are to read next.
        max_standby_streaming_delay: 1s
        # A standby that stays away must not fill the primary's disk; it is copied anew afterwards.
        max_slot_wal_keep_size: 8GB
        # For a copy that is being made.
        wal_keep_size: 1GB
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: ${address}:${ports.postgres}
  connect_address: ${address}:${ports.postgres}
  data_dir: ${settings.CLUSTER_DATA}
  bin_dir: ${settings.CLUSTER_BIN}
  # A copy that is being made would else confirm what it has received, and be no copy yet.
  basebackup:
    - no-slot
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  authentication:
    superuser:
      username: postgres${replication}
    replication:
      username: replicator${replication}
    rewind:
      username: rewinder${replication}
  parameters:
    unix_socket_directories: ${settings.CLUSTER_SOCKETS}
    ssl: "on"
    ssl_cert_file: ${tls}/node.crt
    ssl_key_file: ${tls}/node.key
    ssl_ca_file: ${tls}/ca.crt
  pg_hba:
    - local all postgres peer
    - hostssl replication replicator ${network} scram-sha-256
    - hostssl all all ${network} scram-sha-256
`
}
