export { lookThroughLists, type RecipientListsSweepDeps, recipientListsSweep } from './recipient-lists.ts'
