export { type Configuration, ConfigurationMistakes, readConfiguration, SETTINGS } from './read.ts'
export { ROLES, type Role } from './settings.ts'
