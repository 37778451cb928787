import type { Db, Filter, UpdateFilter } from 'mongodb'
import type { JsonObject } from '#domain/kernel'
import { driver } from '#platform/mongodb'
import type { Document, DocumentStore, Documents, Question } from './port.ts'

interface Kept {
  readonly _id: string
  readonly seen: number
  readonly body: JsonObject
}
const PREFIX = 'documents.'
const DUPLICATE = 11_000

/** @param db nothing of it but single documents is relied on: no transactions, no change streams */
export function mongoDocumentStore(db: Db): DocumentStore {
  return {
    async open<T extends JsonObject>(kind: { readonly name: string; readonly indexes: readonly (readonly string[])[] }) {
      const collection = db.collection<Kept>(PREFIX + kind.name)
      for (const fields of kind.indexes) {
        await collection.createIndex(Object.fromEntries(fields.map((field) => [`body.${field}`, 1])))
      }
      /** Inserts what can be, and answers the rest: those whose id is taken. */
      async function made(documents: readonly Document<T>[]): Promise<readonly Document<T>[]> {
        try {
          await collection.insertMany(
            documents.map(({ id, seen, body }) => ({ _id: id, seen, body })),
            { ordered: false },
          )
          return []
        } catch (error) {
          const refused = error instanceof driver().MongoBulkWriteError ? [error.writeErrors].flat() : []
          if (refused.length === 0 || refused.some(({ code }) => code !== DUPLICATE)) throw error
          return refused.map(({ index }) => documents[index]!)
        }
      }
      const shaped = ({ _id, seen, body }: Kept) => ({ id: _id, seen, body: body as T })
      return {
        async put(documents) {
          if (documents.length === 0) return
          // Made first, then changed where there was one: an upsert that loses the race to make one would lose what it brought.
          const there = await made(documents)
          if (there.length === 0) return
          await collection.bulkWrite(
            there.map(({ id, seen, body }) => ({
              updateOne: {
                filter: { _id: id, seen: { $lt: seen } } as Filter<Kept>,
                update: { $set: { seen, body } } as UpdateFilter<Kept>,
              },
            })),
          )
        },
        async get(id) {
          const found = await collection.findOne({ _id: id })
          return found && shaped(found)
        },
        async find({ where, above, order, descending, limit }) {
          const filter = { ...filterOf(where), ...(above ? { [`body.${above.field}`]: { $gt: above.value } } : {}) } as Filter<Kept>
          const cursor = collection
            .find(filter)
            .sort({ [`body.${order}`]: descending ? -1 : 1 })
            .limit(limit)
          return (await cursor.toArray()).map(shaped)
        },
        remove: async (where) => (await collection.deleteMany(filterOf(where))).deletedCount,
      } satisfies Documents<T>
    },
    async drop(name) {
      await db.dropCollection(PREFIX + name)
    },
    async kinds() {
      const all = await db.listCollections({}, { nameOnly: true }).toArray()
      return all.flatMap(({ name }) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
    },
  }
}

const filterOf = (where: Question['where']) =>
  Object.fromEntries(Object.entries(where).map(([field, value]) => [`body.${field}`, value])) as Filter<Kept>
