import { access } from './access.ts'
import { appendices } from './appendices.ts'
import { appendix_editing } from './appendix-editing.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { completion, customFields } from './custom-fields.ts'
import { editor } from './editor.ts'
import { evidence } from './evidence.ts'
import { expiry } from './expiry.ts'
import { fields } from './fields.ts'
import { form } from './form.ts'
import { form_import } from './form-import.ts'
import { http } from './http.ts'
import { list } from './list.ts'
import { my_signatures } from './my-signatures.ts'
import { notes } from './notes.ts'
import { notificationRules } from './notification-rules.ts'
import { notifications } from './notifications.ts'
import { pages } from './pages.ts'
import { pending_requests } from './pending-requests.ts'
import { permissions } from './permissions.ts'
import { person_data } from './person-data.ts'
import { request } from './request.ts'
import { rules } from './rules.ts'
import { sessions } from './sessions.ts'
import { shell } from './shell.ts'
import { signature } from './signature.ts'
import { signing } from './signing.ts'
import { support } from './support.ts'
import { temp_downloads } from './temp-downloads.ts'
import { ui } from './ui.ts'
import { uploads } from './uploads.ts'
import { verify } from './verify.ts'

/**
 * Every text a person sees, one file a feature. The specification's messages stand in them word for word. What a screen
 * says is in its own folder and comes with `web/features/index.ts`.
 */
export const messages = {
  access,
  appendices,
  appendix_editing,
  audit,
  auth,
  completion,
  custom_fields: customFields,
  editor,
  evidence,
  expiry,
  fields,
  form_import,
  form,
  http,
  list,
  my_signatures,
  notes,
  'notification-rules': notificationRules,
  notifications,
  pages,
  pending_requests,
  permissions,
  request,
  person_data,
  rules,
  sessions,
  shell,
  signature,
  signing,
  support,
  temp_downloads,
  ui,
  uploads,
  verify,
} as const
