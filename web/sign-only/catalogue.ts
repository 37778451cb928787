// The signer's page in place of `messages/catalogue.ts`: the words of its own features and no others. The build checks
// that none is missing.
import { appendices } from '../messages/appendices.ts'
import { fields } from '../messages/fields.ts'
import { http } from '../messages/http.ts'
import { notes } from '../messages/notes.ts'
import { pages } from '../messages/pages.ts'
import { signature } from '../messages/signature.ts'
import { signing } from '../messages/signing.ts'
import { ui } from '../messages/ui.ts'

export const messages = { appendices, fields, http, notes, pages, signature, signing, ui } as const
