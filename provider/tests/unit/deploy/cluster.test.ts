import { expect, test } from 'vitest'
import { clusterFiles } from '../../../deploy/cluster-config.ts'
import { readClusterSettings } from '../../../deploy/cluster-settings.ts'

const network = { CLUSTER_NETWORK: '10.0.0.0/24' }
const three = 'db1=10.0.0.11,db2=10.0.0.12,db3=10.0.0.13'
const files = (env: Record<string, string>) => clusterFiles(readClusterSettings({ ...network, ...env }))

test('of three machines with the database each one votes, and none acknowledges alone', () => {
  const written = files({ CLUSTER_NODES: three })
  expect([...written.keys()].sort()).toEqual(
    ['db1', 'db2', 'db3'].flatMap(name => [`${name}/etcd.yml`, `${name}/patroni.yml`]),
  )
  expect(written.get('db2/patroni.yml')).toContain('synchronous_mode_strict: true')
  expect(written.get('db2/patroni.yml')).toContain('connect_address: 10.0.0.12:5432')
  // pg_basebackup's own option; it ends at one that it does not know, and no standby would ever be
  // made.
  expect(written.get('db2/patroni.yml')).toContain('basebackup:\n    - no-slot\n')
})

test('of two the one that is left goes on alone, and a third machine only votes', () => {
  const written = files({ CLUSTER_NODES: 'db1=10.0.0.11,db2=10.0.0.12', CLUSTER_WITNESS: 'vote=10.0.0.13' })
  expect([...written.keys()].sort()).toEqual([
    'db1/etcd.yml',
    'db1/patroni.yml',
    'db2/etcd.yml',
    'db2/patroni.yml',
    'vote/etcd.yml',
  ])
  expect(written.get('db1/patroni.yml')).toContain('synchronous_mode_strict: false')
  expect(written.get('db1/patroni.yml')).toContain('- 10.0.0.13:2379')
})

test('a copy that is being made confirms nothing: pg_basebackup is told to take no slot', () => {
  expect(files({ CLUSTER_NODES: three }).get('db1/patroni.yml')).toMatch(/basebackup:\n +- no-slot\n/)
})

test('no password stands in what is written, and nothing crosses the network in the clear', () => {
  for (const text of files({ CLUSTER_NODES: three }).values()) {
    expect(text).not.toMatch(/password:|http:\/\//)
    expect(text).not.toMatch(/- host /)
  }
})

test.each([
  [{ CLUSTER_NODES: 'db1=10.0.0.11,db2=10.0.0.12' }, 'Name three nodes in CLUSTER_NODES'],
  [{ CLUSTER_NODES: three, CLUSTER_WITNESS: 'vote=10.0.0.14' }, 'Name three nodes in CLUSTER_NODES'],
  [{ CLUSTER_NODES: 'db1' }, 'CLUSTER_NODES is "db1"'],
  [{ CLUSTER_NODES: three, CLUSTER_NETWORK: 'ours' }, 'CLUSTER_NETWORK is "ours"'],
  [{ CLUSTER_NODES: three, CLUSTER_TLS: '/etc/it is' }, 'CLUSTER_TLS is "/etc/it is"'],
])('%j is refused in words', (env, words) => {
  expect(() => files(env)).toThrow(words)
})
