import type { Changed } from '../simulation/planted/planted.ts'

/** One way to break what a row of the requirements claims, and the test that must then be red. */
export interface BrokenRow extends Changed {
  readonly row: string
  /** The file of the test that carries the row's id. */
  readonly test: string
}

export const BROKEN_ROWS: readonly BrokenRow[] = [
  {
    row: 'D-061',
    test: 'tests/api/temp-downloads.test.ts',
    file: 'command-api/files/temp-downloads.routes.ts',
    changes: [['if (found?.user !== caller.user) return', 'if (found?.user === caller.user) return']],
  },
  {
    row: 'D-062',
    test: 'tests/api/uploads.test.ts',
    file: 'command-api/files/files.routes.ts',
    changes: [['params: { key: value.file }', 'params: { key: params.field }']],
  },
  {
    row: 'D-073',
    test: 'tests/browser/editor-documents.spec.ts',
    file: 'web/features/editor/view/DocumentMenu.tsx',
    changes: [['{removable && (', '{false && (']],
  },
  {
    row: 'D-133',
    test: 'tests/pdf/placement.test.ts',
    file: 'shared/pdf/geometry/page.ts',
    changes: [['userUnit > 0 ? userUnit : 1', 'userUnit > 0 ? 1 : 1']],
  },
  {
    row: 'D-140',
    test: 'tests/browser/signing-fields.spec.ts',
    file: 'web/features/signature/SignatureCapture.tsx',
    changes: [['ORDER.filter((method) => methods[method])', "ORDER.filter((method) => method === 'drawn' || methods[method])"]],
  },
  {
    row: 'D-144',
    test: 'tests/api/signing.test.ts',
    file: 'shared/domain/pack/view.ts',
    changes: [['{ email: WITHHELD, mobile: WITHHELD } : {}', '{ mobile: WITHHELD } : {}']],
  },
  {
    row: 'D-186',
    test: 'tests/browser/signing-endings.spec.ts',
    file: 'web/features/fields/decline.tsx',
    changes: [['onClick={() => onDecline?.()}', 'onClick={() => undefined}']],
  },
  {
    row: 'D-194',
    test: 'tests/api/file-fields.test.ts',
    file: 'shared/domain/pack/field-properties.ts',
    changes: [['is_visible_in_final_document === false,', 'is_visible_in_final_document === null,']],
  },
  {
    row: 'D-200',
    test: 'tests/api/records.test.ts',
    file: 'shared/domain/pack/field-properties.ts',
    changes: [['toRecord: (background_colour) => ({ background_colour }),', 'toRecord: () => ({ background_colour: null }),']],
  },
  {
    row: 'D-205',
    test: 'tests/api/appendices.test.ts',
    file: 'command-api/fields/appendices.ts',
    changes: [['date_created: appendix.created,', 'date_created: appendix.updated,']],
  },
  {
    row: 'D-210',
    test: 'tests/domain/pack/appendices.test.ts',
    file: 'shared/domain/pack/appendices.ts',
    changes: [["audience: ['all'],", "audience: ['team'],"]],
  },
  {
    row: 'D-211',
    test: 'tests/browser/appendices.spec.ts',
    file: 'web/features/editor/inspector/Appendices.tsx',
    changes: [["useMay('can_view_teams')", 'true']],
  },
  {
    row: 'D-262',
    test: 'tests/api/signing.test.ts',
    file: 'shared/domain/pack/signatories.ts',
    changes: [['return !earlierThan(state, uuid).some(isWaitedFor)', 'return true']],
  },
  {
    row: 'D-286',
    test: 'tests/browser/journey.spec.ts',
    file: 'shared/domain/pack/status.ts',
    changes: [["return state.status === 'complete' || (signatories.length", 'return (signatories.length']],
  },
  {
    row: 'D-289',
    test: 'tests/domain/pack/lifecycle.test.ts',
    file: 'shared/domain/pack/status.ts',
    changes: [
      [
        "|| signatories.every((signatory) => signatory.status !== 'setup')",
        "|| (signatories.length > 0 && signatories.every((signatory) => signatory.status !== 'setup'))",
      ],
    ],
  },
  {
    row: 'D-291',
    test: 'tests/domain/pack/lifecycle.test.ts',
    file: 'shared/domain/pack/status.ts',
    changes: [
      [
        "|| signatories.every((signatory) => signatory.status !== 'setup')",
        "|| signatories.some((signatory) => signatory.status === 'setup')",
      ],
    ],
  },
  {
    row: 'D-315',
    test: 'tests/api/intake.test.ts',
    file: 'command-api/pack/records.ts',
    changes: [
      [
        'failed ? CONVERSION_WORDS[failed.reason] : null',
        "failed?.reason === 'password-required' ? CONVERSION_WORDS[failed.reason] : null",
      ],
    ],
  },
  {
    row: 'D-316',
    test: 'tests/web/editor/undo.test.ts',
    file: 'web/live/inverse.ts',
    changes: [["[{ do: 'MoveField', field: key, page: field.page, x: field.x, y: field.y }]", '[]']],
  },
  {
    row: 'D-164',
    test: 'tests/api/contact-lists.test.ts',
    file: 'command-api/pack/records.ts',
    changes: [["contact_list_id: disclosed(settings.contactList ?? '', '')", "contact_list_id: ''"]],
  },
  {
    row: 'D-435',
    test: 'tests/browser/contact-lists.spec.ts',
    file: 'web/features/request-signatures/naming.ts',
    changes: [['if (may) forgive(address)', "if (may || text !== '') return true"]],
  },
  {
    row: 'D-327',
    test: 'tests/domain/pack/checks.test.ts',
    file: 'shared/domain/pack/checks.ts',
    changes: [['(liveSignatories(state).length === 0 ? [] : null)', '(state.signatories.length === 0 ? [] : null)']],
  },
  {
    row: 'D-331',
    test: 'tests/domain/pack/checks.test.ts',
    file: 'shared/domain/pack/checks.ts',
    changes: [
      [
        'fieldTypeOf(field).assignable && !hasAssignee(state, field)',
        'fieldTypeOf(field).assignable && field.removed && !hasAssignee(state, field)',
      ],
    ],
  },
  {
    row: 'D-338',
    test: 'tests/domain/pack/checks.test.ts',
    file: 'shared/domain/pack/checks.ts',
    changes: [["contactOf(recipient).email.trim() !== '' && !isEmail", '!isEmail']],
  },
  {
    row: 'D-343',
    test: 'tests/domain/pack/checks.test.ts',
    file: 'shared/domain/pack/checks.ts',
    changes: [[', ...copiesWhere(state, invalid)]', ']']],
  },
  {
    row: 'D-349',
    test: 'tests/domain/pack/signatories.test.ts',
    file: 'shared/domain/pack/decide/signatories.ts',
    changes: [
      [
        'const email = withoutFormat(command.email)\n    if (email === signatory.email)',
        'const { email } = command\n    if (email === signatory.email)',
      ],
    ],
  },
  {
    row: 'D-354',
    test: 'tests/domain/pack/signatories.test.ts',
    file: 'shared/domain/pack/contacts.ts',
    changes: [['mobileIsMandatory(settings, config) || BY_PHONE.has(channel)', 'BY_PHONE.has(channel)']],
  },
  {
    row: 'D-365',
    test: 'tests/domain/pack/field-properties.test.ts',
    file: 'shared/domain/pack/decide/fields.ts',
    changes: [['!fieldTypeOf(field).canBeRequired || field.autoDate', 'field.autoDate']],
  },
  {
    row: 'D-375',
    test: 'tests/api/permissions.test.ts',
    file: 'shared/domain/pack/policy.ts',
    changes: [
      [
        "if (!BY_SIGNATORIES.has(command.do)) return refuse('not-permitted')",
        "if (command.do === 'IssueSigningLink') return refuse('not-permitted')",
      ],
    ],
  },
  {
    row: 'D-378',
    test: 'tests/domain/pack/signing.test.ts',
    file: 'shared/domain/pack/fields.ts',
    changes: [['duty.some((field) => field.required', 'duty.every((field) => field.required']],
  },
  {
    row: 'D-379',
    test: 'tests/api/signing.test.ts',
    file: 'shared/domain/pack/decide/signing.ts',
    changes: [['if (incomplete.length > 0) return', 'if (incomplete.length > 1) return']],
  },
  {
    row: 'D-410',
    test: 'tests/api/uploads.test.ts',
    file: 'shared/domain/pack/phases.ts',
    changes: [["return hasConversionError(state) ? refuse('conversion-error') : null", 'return null']],
  },
  {
    row: 'D-418',
    test: 'tests/api/signing.test.ts',
    file: 'shared/domain/pack/decide/filling.ts',
    changes: [["field.assignee !== 'self' && !isSignature && !isAside", "field.assignee !== 'self' && !isAside"]],
  },
  {
    row: 'D-428',
    test: 'tests/api/appendices.test.ts',
    file: 'shared/domain/pack/appendices.ts',
    changes: [["audience.includes('all') || audience.includes(reader)", 'true']],
  },
  {
    row: 'D-436',
    test: 'tests/api/signing.test.ts',
    file: 'command-api/signatures/kept-signatures.routes.ts',
    changes: [['kept.filter(({ method }) => methods[method])', 'kept']],
  },
  {
    row: 'D-461',
    test: 'tests/api/temp-downloads.test.ts',
    file: 'command-api/files/temp-downloads.ts',
    changes: [['return can(who, PERMISSIONS[type])', "return type === 'preview' || can(who, PERMISSIONS[type])"]],
  },
  {
    row: 'D-490',
    test: 'tests/api/signing.test.ts',
    file: 'command-api/signing/signing.routes.ts',
    changes: [['body.consent_version ?? CONSENT.version', "body.consent_version ?? ''"]],
  },
  {
    row: 'D-496',
    test: 'tests/api/signing.test.ts',
    file: 'command-api/signing/signatories.routes.ts',
    changes: [['user_is_next_signer: isNextSigner(place.state, signatory)', 'user_is_next_signer: true']],
  },
  {
    row: 'D-500',
    test: 'tests/api/documents.test.ts',
    file: 'command-api/pack/records.ts',
    changes: [['most_recent_signatory_update: latest(view.signatories)', 'most_recent_signatory_update: null']],
  },
  {
    row: 'D-526',
    test: 'tests/web/live/schedule.test.ts',
    file: 'web/live/schedule.ts',
    changes: [['  if (save.busy) return whileBusy(groups, save, now)\n', '']],
  },
  {
    row: 'D-564',
    test: 'tests/browser/list.spec.ts',
    file: 'web/features/documents/messages.ts',
    changes: [["'This PDF is a dynamic XFA form, which is not supported.", "'This PDF cannot be used."]],
  },
  {
    row: 'D-568',
    test: 'tests/web/live/schedule.test.ts',
    file: 'web/live/limits.ts',
    changes: [['documentForced: 100,', 'documentForced: 200,']],
  },
  {
    row: 'D-591',
    test: 'tests/web/editor/tools.test.ts',
    file: 'web/features/editor/state/limits.ts',
    changes: [['export const CLICK_PX = 8', 'export const CLICK_PX = 9']],
  },
  {
    row: 'D-592',
    test: 'tests/domain/pack/placing.test.ts',
    file: 'shared/domain/pack/geometry.ts',
    changes: [['BORDER_ALLOWANCE = 4_000', 'BORDER_ALLOWANCE = 5_000']],
  },
  {
    row: 'D-603',
    test: 'tests/domain/pack/notifications.test.ts',
    file: 'shared/domain/pack/notifications.ts',
    changes: [['2 * HOUR, 8 * HOUR', '2 * HOUR, 6 * HOUR']],
  },
  {
    row: 'D-607',
    test: 'tests/domain/pack/notifications.test.ts',
    file: 'shared/domain/pack/notifications.ts',
    changes: [['7 * DAY, 14 * DAY]', '7 * DAY, 15 * DAY]']],
  },
  {
    row: 'D-611',
    test: 'tests/process/notification-rules.test.ts',
    file: 'shared/domain/pack/notifications.ts',
    changes: [["state === 'failed' || state === 'bounced'", "state === 'failed'"]],
  },
  {
    row: 'D-615',
    test: 'tests/domain/pack/notifications.test.ts',
    file: 'shared/domain/pack/notifications.ts',
    changes: [["event === 'not-signed' ? ['notify', 'remind']", "isTimed(event) ? ['notify', 'remind']"]],
  },
  {
    row: 'S-074',
    test: 'tests/web/list-membership.test.ts',
    file: 'web/features/documents/membership.ts',
    changes: [[' || row.document_type !== filter.type', '']],
  },
  {
    row: 'S-097',
    test: 'tests/web/editor/tools.test.ts',
    file: 'web/features/editor/tools/boxes.ts',
    changes: [['  if (at < 0 || length > room) return -at\n', '']],
  },
  {
    row: 'S-103',
    test: 'tests/projections/inbox.test.ts',
    file: 'projections/inbox/notifications-for.ts',
    changes: [['`The final copy of ', '`A copy of ']],
  },
  {
    row: 'S-144',
    test: 'tests/api/copies.test.ts',
    file: 'command-api/documents/copies.routes.ts',
    changes: [["copyPack(app, place, 'template', request)", 'copyPack(app, place, place.state.kind, request)']],
  },
  {
    row: 'S-145',
    test: 'tests/api/copies.test.ts',
    file: 'command-api/documents/copies.routes.ts',
    changes: [["query.template_to_document ? 'document' : place.state.kind", 'place.state.kind']],
  },
  {
    row: 'S-167',
    test: 'tests/web/requests.test.ts',
    file: 'web/http/busy.ts',
    changes: [['  change(1)\n', '']],
  },
  {
    row: 'S-176',
    test: 'tests/api/terms.test.ts',
    file: 'command-api/accounts/session-answer.ts',
    changes: [['password_min: config.passwordMin,', 'password_min: 5,']],
  },
  {
    row: 'S-204',
    test: 'tests/web/editor/clipboard.test.ts',
    file: 'web/features/editor/state/editor.ts',
    changes: [['        if (text !== undefined) tell.notFields()\n', '']],
  },
  {
    row: 'S-213',
    test: 'tests/pdf/text-layout.test.ts',
    file: 'shared/pdf/text-layout/fit.ts',
    changes: [['export const MIN_SIZE = 4', 'export const MIN_SIZE = 3']],
  },
  {
    row: 'S-235',
    test: 'tests/api/permissions.test.ts',
    file: 'projections/rows/table.ts',
    changes: [['const conditions = [`workspace = ', 'const conditions = [`workspace <> ']],
  },
  {
    row: 'S-240',
    test: 'tests/api/edge.test.ts',
    file: 'command-api/edge/session-of.ts',
    changes: [['const header = headers[HEADERS.session]', 'const header = undefined']],
  },
  {
    row: 'S-252',
    test: 'tests/api/documents.test.ts',
    file: 'command-api/documents/documents.routes.ts',
    changes: [[": { do: 'TrashPack' },", ": { do: 'RestorePack' },"]],
  },
  {
    row: 'S-255',
    test: 'tests/api/copies.test.ts',
    file: 'shared/contract/document-list.ts',
    changes: [['template_to_document: flag.default(false)', 'template_to_document: flag.default(true)']],
  },
  {
    row: 'S-264',
    test: 'tests/api/notifications.test.ts',
    file: 'command-api/inbox/notifications.routes.ts',
    changes: [['        ...(cursor === undefined ? {} : { cursor }),\n', '']],
  },
  {
    row: 'S-268',
    test: 'tests/api/records.test.ts',
    file: 'command-api/signatures/signature-pictures.routes.ts',
    changes: [
      [
        'data: { blob_key: picture.file, blob_url: imageUrl(picture.file), picture }',
        "data: { blob_key: picture.file, blob_url: '', picture }",
      ],
    ],
  },
  {
    row: 'S-283',
    test: 'tests/api/uploads.test.ts',
    file: 'command-api/documents/document-uploads.routes.ts',
    changes: [
      [
        "      if (digest === null || size === null) return problem('not-uploaded')\n",
        '      if (digest === null || size === null) return ok()\n',
      ],
    ],
  },
  {
    row: 'S-312',
    test: 'tests/browser/live-sessions.spec.ts',
    file: 'web/features/auth/ended.ts',
    changes: [["  say.danger(code === 'not-found' ? words('left_elsewhere') : message)\n  // Which", '  // Which']],
  },
  {
    row: 'S-313',
    test: 'tests/browser/live-sessions.spec.ts',
    file: 'web/features/auth/ended.ts',
    changes: [["  void checkSession()\n  go('documents')", "  go('documents')"]],
  },
  {
    row: 'S-316',
    test: 'tests/browser/editor-words.spec.ts',
    file: 'web/features/editor/live-messages.ts',
    changes: [['  say.danger(text, LOSS_SECONDS, retrying)', '  say.warning(text, LOSS_SECONDS, retrying)']],
  },
  {
    row: 'S-362',
    test: 'tests/browser/notifications.spec.ts',
    file: 'web/features/notifications/InboxRefresher.ts',
    changes: [['      hidden: () => document.hidden,\n', '      hidden: () => false,\n']],
  },
  {
    row: 'S-382',
    test: 'tests/browser/signing-fields.spec.ts',
    file: 'web/features/signature/useUpload.ts',
    changes: [['const HELD_MS = 5_000', 'const HELD_MS = 4_000']],
  },
  {
    row: 'S-389',
    test: 'tests/web/monitoring.test.ts',
    file: 'web/monitoring/report.ts',
    changes: [['    ...(replays ? { replaysSessionSampleRate, replaysOnErrorSampleRate } : {}),\n', '']],
  },
  {
    row: 'W-030',
    test: 'tests/browser/applications.spec.ts',
    file: 'web/features/applications/ApplicationsScreen.tsx',
    changes: [['    void logOut().catch(() => undefined)\n', '']],
  },
  {
    row: 'W-142',
    test: 'tests/domain/workspace/workspace.test.ts',
    file: 'shared/domain/workspace/decide.ts',
    changes: [["  if (state.personal) return { refused: 'personal-workspace' }\n", '']],
  },
  {
    row: 'W-203',
    test: 'tests/api/permissions.test.ts',
    file: 'shared/domain/workspace/decide.ts',
    changes: [["if (!own || !mayManage(own)) return 'not-an-administrator'", "if (!own) return 'not-an-administrator'"]],
  },
  {
    row: 'W-206',
    test: 'tests/api/permissions.test.ts',
    file: 'command-api/accounts/members.routes.ts',
    changes: [['{ ...document_permissions, ...user_profile_permissions }', '{ ...document_permissions }']],
  },
  {
    row: 'W-218',
    test: 'tests/api/permissions.test.ts',
    file: 'command-api/accounts/members.routes.ts',
    changes: [['        data.is_admin,\n', '        true,\n']],
  },
  {
    row: 'W-251',
    test: 'tests/browser/start.spec.ts',
    file: 'web/features/people/Members.tsx',
    changes: [['say.danger(messageOf(thrown, failed))', 'say.danger(failed)']],
  },
  {
    row: 'W-278',
    test: 'tests/api/edge.test.ts',
    file: 'command-api/edge/problem.ts',
    changes: [["'internal-error': [500, 'An error occurred, please try again']", "'internal-error': [500, '']"]],
  },
  {
    row: 'D-157',
    test: 'tests/browser/replication.spec.ts',
    file: 'shared/domain/pack/replication.ts',
    changes: [['(isTick && settings.tickReplication !== true)', 'isTick']],
  },
  {
    row: 'D-445',
    test: 'tests/browser/replication.spec.ts',
    file: 'web/features/editor/inspector/Foot.tsx',
    changes: [["useMay('can_repeat_fields_across_documents') && isPack", 'isPack']],
  },
  {
    row: 'S-080',
    test: 'tests/browser/bulk-actions.spec.ts',
    file: 'web/features/documents/BulkBar.tsx',
    changes: [["=> useMay('can_do_bulk_actions')", '=> true']],
  },
  {
    row: 'S-140',
    test: 'tests/browser/list.spec.ts',
    file: 'web/features/documents/membership.ts',
    changes: [['turnOf(row, me) !== undefined : row.status === filter.status', 'turnOf(row, me) !== undefined : true']],
  },
  {
    row: 'S-248',
    test: 'tests/api/copies.test.ts',
    file: 'command-api/documents/copies.routes.ts',
    changes: [
      [
        'for (const key of new Set(body.document_keys)) {',
        'for (const key of new Set(body.document_keys)) { if (refused.length > 0) break',
      ],
    ],
  },
  {
    row: 'S-348',
    test: 'tests/browser/browsers.spec.ts',
    file: 'web/public/starting.js',
    changes: [['    }, 30000)', '    }, 45000)']],
  },
  {
    row: 'S-350',
    test: 'tests/browser/list.spec.ts',
    file: 'web/list/timings.ts',
    changes: [['SEARCH_DEBOUNCE_MS = 500', 'SEARCH_DEBOUNCE_MS = 400']],
  },
  {
    row: 'W-143',
    test: 'tests/api/accounts.test.ts',
    file: 'shared/domain/user/refusals.ts',
    changes: [["says: 'A valid email address is required'", "says: 'A good email address is required'"]],
  },
  {
    row: 'W-295',
    test: 'tests/browser/custom-fields.spec.ts',
    file: 'web/live/limits.ts',
    changes: [['customField: 1_000', 'customField: 800']],
  },
]
