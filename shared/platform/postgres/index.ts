export { type Cluster, type ClusterOptions, startEmbeddedPostgres } from './cluster.ts'
export { ChangedMigration, type Migration, migrate } from './migrate.ts'
export { inTransaction, openPool, type Queries } from './pool.ts'
