export { type Configuration, ConfigurationMistakes, readConfiguration, SETTINGS } from './read.ts'
export { ROLES, type Role, type TrustedProxies } from './settings.ts'
