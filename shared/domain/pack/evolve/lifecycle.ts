import type { TopicFact } from '../events/index.ts'
import type { PackState } from '../state.ts'
import { changeSignatories, type When } from './change.ts'
import { withExpiry } from './expiry.ts'

type Lifecycle = Exclude<TopicFact<'lifecycle'>, { readonly type: 'DefinitionTaken' }>

export function evolveLifecycle(state: PackState, { type, data }: Lifecycle, when: When): PackState {
  switch (type) {
    case 'PackCreated':
      return { ...state, ...data, exists: true, created: when.time, statusSince: when.time }
    case 'MadeByBulkSend': {
      const { bulkSend: key, ...made } = data
      return { ...state, bulkSend: { key, ...made } }
    }
    case 'PackRenamed':
      return { ...state, name: data.name }
    case 'SignaturesRequested':
      return changeSignatories({ ...state, status: 'awaiting_signatures', statusSince: when.time, round: data.round }, when, (signatory) =>
        signatory.removed || signatory.status === 'excluded' ? null : { status: 'awaiting_signatures' },
      )
    case 'RevertedToSetup': {
      // Nobody keeps a place in a round that was called back: those who had finished sign again.
      const { written: _, ...whole } = state
      const again = changeSignatories({ ...whole, status: 'setup', statusSince: when.time }, when, () => ({
        status: 'setup',
        request: null,
        asked: false,
        links: [],
        consent: null,
        signedView: null,
        postponed: false,
        completed: null,
        rejectionReason: '',
      }))
      // Whether the day has passed is asked again with the next request.
      return withExpiry(
        {
          ...again,
          documents: again.documents.map(({ rejected: _, ...document }) => document),
          signatories: again.signatories.map(({ inPresenceOf: _, ...signatory }) => signatory),
        },
        { reminded: false, over: false },
      )
    }
    case 'PackRejected':
      return { ...state, status: 'rejected', statusSince: when.time }
    case 'PackCompleted':
      return { ...state, status: 'complete', statusSince: when.time, completed: when.time }
    case 'PackTrashed':
      return { ...state, trashed: when.time }
    case 'PackRestored':
      return { ...state, trashed: null }
    case 'PackTakenOver':
      return { ...state, takenOverBy: data.to }
    case 'PackMoved': {
      const { from, to } = data
      // Its contact list stays behind: none is chosen, also where only contacts from one may be named.
      const { contactList: _, ...settings } = state.settings
      return { ...state, settings, workspace: to, earlierWorkspaces: [...new Set([...(state.earlierWorkspaces ?? []), from])] }
    }
    default:
      return type satisfies never
  }
}
