export { loadLists, useContactLists, useListed } from './lists.ts'
export { ContactSuggestions } from './Suggestions.tsx'
