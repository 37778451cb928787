export { ContactSuggestions } from './Suggestions.tsx'
