export { EventSubscriptions, type SubscribedEntity } from './EventSubscriptions.tsx'
