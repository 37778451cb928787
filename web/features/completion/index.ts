export { Completion } from './Completion.tsx'
export type { CompletionItem } from './completions.ts'
export { customFieldItems } from './custom-field-items.ts'
