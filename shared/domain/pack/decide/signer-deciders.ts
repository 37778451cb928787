import { decideFilling } from './filling.ts'
import { decideNotes } from './notes.ts'
import { decideSettingUp } from './setting-up.ts'
import { decideSigning } from './signing.ts'
import { decideVisits } from './visits.ts'

/** What a signer may ask for. The signer's page is built with these alone: a phone loads nothing that its policy refuses anyway. */
export const deciders = { ...decideFilling, ...decideNotes, ...decideSigning, ...decideSettingUp, ...decideVisits }
