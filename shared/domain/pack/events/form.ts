import { z } from 'zod'
import { event, sealed } from '#domain/kernel'
import { id } from './define.ts'

/** What an entry is: a heading, a paragraph, or a field that is asked for there. */
export const FORM_ENTRY_TYPES = ['h1', 'h2', 'h3', 'p', 'field'] as const
const type = z.enum(FORM_ENTRY_TYPES)
/** The entry that it follows; null: none, it comes first. Entries that were removed keep their places. */
const after = id.nullable()

export const form = {
  FormEntryAdded: event(1, { entry: id, type, asksFor: id.nullable(), label: sealed(z.string()), after }),
  FormEntryRetyped: event(1, { entry: id, type }),
  FormEntryLabelled: event(1, { entry: id, label: sealed(z.string()) }),
  FormEntryMoved: event(1, { entry: id, after }),
  FormEntryRemoved: event(1, { entry: id }),
  FormEntryRestored: event(1, { entry: id }),
}
