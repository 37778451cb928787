import { defineReadModel } from '#projections/runner'
import { bulkSendsProjection } from './project.ts'
import { type BulkSendsPage, type BulkSendsQuestion, bulkSendsOf } from './query.ts'

export const bulkSendsReadModel = defineReadModel({
  projection: bulkSendsProjection,
  answers: ({ pool, upToNow }) => ({
    async bulkSends(question: BulkSendsQuestion): Promise<BulkSendsPage> {
      await upToNow()
      return bulkSendsOf(pool, question)
    },
  }),
})
