import { processMigrations } from '#processes'
import { anchorMigrations } from '#processes/anchoring'
import { guardMigrations } from '#processes/guard'
import { projectionMigrations } from '#projections/runner'

/** The schema of the parts above the platform. */
export const PARTS = [...projectionMigrations, ...processMigrations, ...anchorMigrations, ...guardMigrations]
