import { describeCluster } from '../setup/describe-cluster.ts'

describeCluster({ kills: 1, cuts: 1, full: 1 })
