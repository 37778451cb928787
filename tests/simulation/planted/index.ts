import { ADAPTING } from './adapting.ts'
import { COMMAND_API } from './command-api.ts'
import { DECISIONS } from './decisions.ts'
import { DOMAIN } from './domain.ts'
import type { Planted } from './planted.ts'
import { PLATFORM } from './platform.ts'
import { PROCESSES } from './processes.ts'
import { PROJECTIONS } from './projections.ts'
import { WEB } from './web.ts'

export { plantedIn } from './planted.ts'

/** By where the mistake is made. */
export const PLANTED: readonly Planted[] = [
  ...PROCESSES,
  ...PROJECTIONS,
  ...COMMAND_API,
  ...PLATFORM,
  ...DECISIONS,
  ...DOMAIN,
  ...ADAPTING,
  ...WEB,
]
