import type { FastifyInstance } from 'fastify'
import { accounts } from './accounts/topic.ts'
import type { App } from './app.ts'
import { applications } from './applications/topic.ts'
import { bulkMapping } from './bulk-mapping/topic.ts'
import { bulkSends } from './bulk-sends/topic.ts'
import { contacts } from './contacts/topic.ts'
import { documents } from './documents/topic.ts'
import { evidence } from './evidence/topic.ts'
import { feed } from './feed/topic.ts'
import { fields } from './fields/topic.ts'
import { files } from './files/topic.ts'
import { health } from './health/topic.ts'
import { inbox } from './inbox/topic.ts'
import { list } from './list/topic.ts'
import { personData } from './person-data/topic.ts'
import { recipientLists } from './recipient-lists/topic.ts'
import { records } from './records/topic.ts'
import { replay } from './replay/topic.ts'
import type { Services } from './services.ts'
import { signatures } from './signatures/topic.ts'
import { signing } from './signing/topic.ts'
import type { OpenedBy, Opening } from './topic.ts'
import { verification } from './verification/topic.ts'
import { webhooks } from './webhooks/topic.ts'

/** Every topic of the API, a line each. */
const TOPICS = [
  health,
  accounts,
  signatures,
  applications,
  list,
  contacts,
  recipientLists,
  bulkMapping,
  documents,
  fields,
  signing,
  files,
  personData,
  replay,
  evidence,
  verification,
  inbox,
  records,
  bulkSends,
  webhooks,
  feed,
] as const

export type AllServices = Services & OpenedBy<typeof TOPICS>

/** Opens what topics have of their own, next to what the program gives. */
export async function openTopics(opening: Opening): Promise<AllServices> {
  const opened = await Promise.all(TOPICS.map(({ open }) => open?.(opening)))
  return Object.assign({ ...opening }, ...opened)
}

/** Mounts all calls. The compiler refuses a topic whose routes need what neither the program gives nor a topic opens. */
export async function mountTopics(app: FastifyInstance, context: (scope: FastifyInstance) => App<never, AllServices>): Promise<void> {
  for (const mount of TOPICS.flatMap(({ routes }): readonly ((app: App<never, AllServices>) => void)[] => routes)) {
    await app.register(async (scope) => mount(context(scope)))
  }
}
