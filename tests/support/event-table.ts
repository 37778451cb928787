import { test } from 'vitest'
import { PRODUCT_ON_EVENTSTOREDB } from './event-store.ts'

/** A test that changes stored events in PostgreSQL's table, as its administrator could. */
export function testOnEventTable(title: string, run: () => Promise<void>): void {
  if (PRODUCT_ON_EVENTSTOREDB) test.skip(`${title}: EventStoreDB has no way to change a stored event`, () => undefined)
  else test(title, run)
}
