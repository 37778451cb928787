import { documentMigrations } from '#platform/documents'
import { eventLogSchema } from '#platform/event-log'
import { fileMigrations } from '#platform/files'
import { jobMigrations } from '#platform/jobs'
import { keyIndexSchema } from '#platform/key-index'
import { mailMigrations } from '#platform/mail'
import type { Migration } from '#platform/postgres'
import { secretMigrations } from '#platform/secrets'
import { sessionMigrations } from '#platform/sessions'
import { sharedLeavesSchema } from '#platform/shared-leaves'
import { subjectKeysSchema } from '#platform/subject-keys'
import { tempDownloadMigrations } from '#platform/temp-downloads'
import { webhookMigrations } from '#platform/webhooks'
import { processMigrations } from '#processes'
import { anchorMigrations } from '#processes/anchoring'
import { guardMigrations } from '#processes/guard'
import { dryRunMigrations } from '#projections/dry-runs'
import { feedMigrations } from '#projections/feed'
import { recipientRowMigrations } from '#projections/recipient-rows'
import { projectionMigrations } from '#projections/runner'

/** Every step of the database's schema, in the order in which they are taken. Tables of read models are made by those. */
export const SCHEMA: readonly Migration[] = [
  ...secretMigrations,
  ...eventLogSchema,
  ...subjectKeysSchema,
  ...sharedLeavesSchema,
  ...keyIndexSchema,
  ...fileMigrations,
  ...jobMigrations,
  ...mailMigrations,
  ...sessionMigrations,
  ...tempDownloadMigrations,
  ...documentMigrations,
  ...projectionMigrations,
  ...recipientRowMigrations,
  ...dryRunMigrations,
  ...processMigrations,
  ...anchorMigrations,
  ...guardMigrations,
  ...feedMigrations,
  ...webhookMigrations,
]
