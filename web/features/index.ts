// One line a feature: this is all that the page has to be told of it.
export { feature as documents } from './documents/feature.ts'
export { feature as outbox } from './outbox/feature.ts'
export { feature as people } from './people/feature.ts'
export { feature as progress } from './progress/feature.ts'
export { feature as replay } from './replay/feature.ts'
export { feature as safekeeping } from './safekeeping/feature.ts'
export { feature as templates } from './templates/feature.ts'
export { feature as trash } from './trash/feature.ts'
