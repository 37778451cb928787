export { contactsProjection } from './project.ts'
export {
  type Contact,
  type ContactsPage,
  type ContactsQuestion,
  contactAt,
  contactByKey,
  contactsOf,
  type SuggestionsQuestion,
  suggestedContacts,
} from './query.ts'
export { contactsReadModel } from './read-model.ts'
export { NAMING_EVENTS } from './sources.ts'
