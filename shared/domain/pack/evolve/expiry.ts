import type { TopicFact } from '../events/index.ts'
import type { Expiry, PackState } from '../state.ts'

export function evolveExpiry(state: PackState, { type, data }: TopicFact<'expiry'>): PackState {
  switch (type) {
    case 'ExpiryChanged': {
      const { expiry: _, ...rest } = state
      return data.expiry ? { ...rest, expiry: { ...data.expiry, reminded: false, over: false } } : rest
    }
    case 'ExpiryReminderDue':
      return withExpiry(state, { reminded: true })
    case 'RequestsExpired':
      return withExpiry(state, { over: true })
    default:
      return type satisfies never
  }
}

export function withExpiry(state: PackState, change: Partial<Expiry>): PackState {
  return state.expiry ? { ...state, expiry: { ...state.expiry, ...change } } : state
}
