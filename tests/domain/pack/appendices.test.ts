import { expect, test } from 'vitest'
import { digestOf } from '#domain/kernel'
import {
  type AppendixAudience,
  appendicesFor,
  checksBeforeRequest,
  disclosableBy,
  isFor,
  type PackCommand,
  permits,
  redactForFileHolder,
  supportingFilesOf,
  viewDigest,
  viewFor,
  type Who,
} from '#domain/pack'
import {
  creator,
  facts,
  fill,
  given,
  having,
  idOf,
  leadsTo,
  nothing,
  packInSetup,
  place,
  refused,
  sent,
  signedBy,
  typesetting,
  workspace,
} from '#tests/pack'

const appendix = idOf('rules')
const setup = packInSetup('first', 'second')
const add: PackCommand = { do: 'AddAppendix', appendix }
const attach = {
  do: 'AttachAppendixFile',
  appendix,
  file: idOf('file of rules'),
  digest: digestOf('rules'),
  size: 4,
  filename: 'r.pdf',
} as const
const withOne = having(setup, add, attach)
const of = (audience: AppendixAudience) =>
  [
    { do: 'AddAppendix', appendix: idOf(audience), audience: [audience] },
    { ...attach, appendix: idOf(audience), file: idOf(`file for ${audience}`), filename: `${audience}.pdf` },
  ] as const
const withAll = having(setup, ...of('all'), ...of('signatories'), ...of('cc_recipients'), ...of('team'))
const member: Extract<Who, { as: 'team' }> = { as: 'team', user: creator, workspace, permissions: new Set() }
const keys = (audiences: readonly string[]) => audiences.map(idOf)

test('[D-206 D-207 D-208 D-210] a supporting document is described, required and for all, where nobody says otherwise', () => {
  given(setup)
    .when(add)
    .then(
      facts(['AppendixAdded', { appendix, description: 'Supporting document', required: true, audience: ['all'], customId: '' }]),
      leadsTo(({ appendices }) => expect(appendices).toMatchObject([{ key: appendix, file: null, removed: false }])),
    )
  given(withOne)
    .when(add)
    .then(
      nothing,
      leadsTo(({ appendices }) =>
        expect(appendices[0]!.file).toEqual({
          key: attach.file,
          filename: 'r.pdf',
          content: { digest: attach.digest, size: attach.size },
        }),
      ),
    )
})

test('[D-209] its audience is drawn from four, at least one, each once', () => {
  const audience = (...audience: AppendixAudience[]) => ({ do: 'SetAppendixAudience', appendix, audience }) as const
  given(withOne)
    .when(audience('signatories', 'team'))
    .then(facts(['AppendixAudienceChanged']))
  given(withOne).when(audience('all')).then(nothing)
  given(withOne).when(audience()).then(refused('audience-invalid', appendix))
  given(withOne).when(audience('team', 'team')).then(refused('audience-invalid', appendix))
})

test('[D-424 D-425 D-426 D-427 D-428] the audience says who sees it, and the team that prepares it sees it always', () => {
  expect(
    (['signatories', 'cc_recipients', 'team'] as const).map((reader) => appendicesFor(withAll.state, reader).map(({ key }) => key)),
  ).toEqual([keys(['all', 'signatories']), keys(['all', 'cc_recipients']), keys(['all', 'signatories', 'cc_recipients', 'team'])])
  expect(isFor({ audience: ['cc_recipients', 'signatories'] }, 'signatories')).toBe(true)
  const out = sent(withAll)
  const signer = { of: 'signatory', signatory: idOf('first') } as const
  expect(viewFor(out.state, signer).appendices.map(({ key }) => key)).toEqual(keys(['all', 'signatories']))
  expect(viewFor(withAll.state, signer).appendices).toEqual([])
})

test('[D-414] a recipient of copies is the one whose key it is, and gets what is for them; a signer and a member do not by being sent a copy', () => {
  const { state } = having(withAll, { do: 'AddCopyRecipient', recipient: idOf('archive') })
  const names = (recipient: string) => supportingFilesOf(state, recipient).map(({ filename }) => filename)
  expect(names(idOf('archive'))).toEqual(['all.pdf', 'cc_recipients.pdf'])
  expect(names(idOf('first'))).toEqual(['all.pdf', 'signatories.pdf'])
  expect(names(creator)).toEqual(['all.pdf', 'signatories.pdf', 'cc_recipients.pdf', 'team.pdf'])
})

test('what is for those who know of teams is said by those alone', () => {
  const command = { do: 'SetAppendixAudience', appendix, audience: ['team'] } as const
  expect(permits(command, withOne.state, member)).toMatchObject({ refused: 'not-permitted' })
  expect(permits(command, withOne.state, { ...member, permissions: new Set(['can_view_teams']) })).toBeNull()
  expect(permits({ ...command, audience: ['signatories'] }, withOne.state, member)).toBeNull()
  expect(permits(attach, withOne.state, member)).toMatchObject({ refused: 'not-permitted' })
  expect(permits(attach, withOne.state, { ...member, permissions: new Set(['can_upload_documents']) })).toBeNull()
})

test('it comes back as it was, once removed, and changes only in setup', () => {
  const removed = having(withOne, { do: 'RemoveAppendix', appendix })
  given(removed).when(attach).then(refused('appendix-missing', appendix))
  given(removed)
    .when({ do: 'RestoreAppendix', appendix })
    .then(leadsTo(({ appendices }) => expect(appendices[0]).toMatchObject({ removed: false, file: { key: attach.file } })))
  given(removed).when({ do: 'RemoveAppendix', appendix }).then(nothing)
  given(sent(withOne)).when({ do: 'RemoveAppendix', appendix }).then(refused('not-in-setup'))
})

test('one that is required must have its file before signatures are requested', () => {
  const failing = (world: typeof setup) => checksBeforeRequest(world.state, { defaultCountry: 'ZA', typesetting }).map(({ code }) => code)
  const missing = having(setup, add)
  expect(failing(missing)).toContain('appendices-missing')
  expect(failing(having(missing, { do: 'SetAppendixRequired', appendix, required: false }))).not.toContain('appendices-missing')
  expect(failing(withOne)).not.toContain('appendices-missing')
  expect(failing(having(missing, { do: 'RemoveAppendix', appendix }))).not.toContain('appendices-missing')
})

test('what a signer signs pins what is for them, and nothing else of it', () => {
  const digest = (world: typeof setup) => viewDigest(sent(world).state, idOf('first'))
  expect(digest(withOne)).not.toBe(digest(setup))
  expect(digest(having(withOne, { ...attach, file: idOf('another'), digest: digestOf('other rules') }))).not.toBe(digest(withOne))
  expect(digest(having(setup, ...of('team'), ...of('cc_recipients')))).toBe(digest(setup))
})

test('the sealed file discloses those that are for everybody; a signer also those for signers, as they stood last', () => {
  const replaced = having(withAll, { ...of('all')[1], file: idOf('newer') })
  const { state, events } = signedBy(sent(replaced), 'first', 'second')
  const filesOf = (revisions: Iterable<number>) =>
    [...revisions].flatMap((at) => (events[at]!.fact.type === 'AppendixFileAttached' ? [events[at]!.fact.data.file] : []))
  const document = state.documents[0]!.key
  const shown = redactForFileHolder(events, state, document)
  expect(filesOf(shown.keys())).toEqual([idOf('newer')])
  expect([...shown].find(([at]) => filesOf([at]).length > 0)![1]).toEqual([
    ['data', 'filename'],
    ['data', 'content'],
  ])
  const signer: Who = { as: 'signatory', signatory: idOf('first'), link: idOf('link'), inPerson: false }
  expect(filesOf(disclosableBy(events, state, signer).keys()).toSorted()).toEqual([idOf('file for signatories'), idOf('newer')].toSorted())
})

test('[D-429] what a signer attached goes to the team, to them, and to the other signers where it says so; to recipients of copies never', () => {
  const proof = { method: 'attached', file: idOf('proof'), digest: digestOf('proof'), size: 5, filename: 'proof.txt' } as const
  const recipient = idOf('recipient')
  const prepared = having(
    setup,
    { do: 'AddCopyRecipient', recipient },
    { do: 'NameCopyRecipient', recipient, name: 'Reader' },
    { do: 'SetCopyRecipientEmail', recipient, email: 'reader@example.org' },
    place('proof', 'file', 'first'),
  )
  for (const on of [false, true]) {
    const attached = having(sent(having(prepared, { do: 'SetAttachmentsForAllSigners', on })), fill('proof', 'first', proof))
    const { state } = signedBy(attached, 'first', 'second')
    const whose = { team: creator, first: idOf('first'), second: idOf('second'), recipient }
    const may = Object.entries(whose).flatMap(([who, uuid]) => (supportingFilesOf(state, uuid).length > 0 ? [who] : []))
    expect(may).toEqual(on ? ['team', 'first', 'second'] : ['team', 'first'])
  }
})
