export { type Cluster, type ClusterOptions, runningPostgres, startEmbeddedPostgres } from './cluster.ts'
export { type ListenOptions, listen } from './listen.ts'
export { ChangedMigration, type Migration, migrate } from './migrate.ts'
export { inTransaction, isDatabaseAway, openPool, PROMPTLY, type Queries } from './pool.ts'
