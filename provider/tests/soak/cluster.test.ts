import { describeCluster } from '../setup/describe-cluster.ts'

describeCluster({ kills: Number(process.env.KILLS ?? 20), cuts: Number(process.env.CUTS ?? 10), full: 2 })
