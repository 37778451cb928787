import { z } from 'zod'
import { type DecisionContext, defineAggregate, event, type FactsOf, type Principal, type Refusals } from '#domain/kernel'

/** The one stream that says what the heads of all others were. It is chained as they are, and no leaf of its own trees. */
export const ANCHORS_STREAM = 'anchors'

const digest = z.string().length(43)

export const EVENTS = {
  /**
   * The heads of all streams that went on since the anchor before stand under this root. A stream that did not go on stands
   * under the root it stood under: so all anchors together hold the head of every stream.
   */
  HeadsAnchored: event(1, {
    number: z.int().min(1),
    root: digest,
    /** How many heads. */
    size: z.int().min(1),
    /** Everything up to this place in the log is held by this anchor or one before it. */
    upTo: z.string(),
  }),
  /** An authority (RFC 3161) put its time under an anchor's root: its token, DER in base64. */
  AnchorTimestamped: event(1, { number: z.int().min(1), token: z.string().min(1).max(200_000) }),
}
export type AnchorsFact = FactsOf<typeof EVENTS>

export interface Anchor {
  readonly number: number
  readonly root: string
  readonly size: number
  readonly upTo: string
  readonly time: string
  /** Revision of its event in the stream of anchors. */
  readonly revision: number
}

export interface AnchorsState {
  readonly last: Anchor | null
  /** Roots without an authority's time under them yet, oldest first: as many as are worth trying again. */
  readonly untimed: readonly Anchor[]
}

const MOST_UNTIMED = 100

function evolve(
  state: AnchorsState,
  fact: AnchorsFact,
  { time, revision }: { readonly time: string; readonly revision: number },
): AnchorsState {
  switch (fact.type) {
    case 'HeadsAnchored': {
      const last = { ...fact.data, time, revision }
      return { last, untimed: [...state.untimed, last].slice(-MOST_UNTIMED) }
    }
    case 'AnchorTimestamped':
      return { ...state, untimed: state.untimed.filter(({ number }) => number !== fact.data.number) }
    default:
      return fact satisfies never
  }
}

export type AnchorsCommand =
  /** The next anchor, unless somebody else was first: `after` is the place up to which the one before it holds everything. */
  | { readonly do: 'AnchorHeads'; readonly after: string; readonly upTo: string; readonly root: string; readonly size: number }
  | { readonly do: 'TimestampAnchor'; readonly number: number; readonly token: string }

function decide(command: AnchorsCommand, { last, untimed }: AnchorsState): readonly AnchorsFact[] {
  switch (command.do) {
    case 'AnchorHeads': {
      const { after, root, size, upTo } = command
      if ((last?.upTo ?? '') !== after) return []
      return [{ type: 'HeadsAnchored', data: { number: (last?.number ?? 0) + 1, root, size, upTo } }]
    }
    case 'TimestampAnchor': {
      const { number, token } = command
      return untimed.some((anchor) => anchor.number === number) ? [{ type: 'AnchorTimestamped', data: { number, token } }] : []
    }
    default:
      return command satisfies never
  }
}

const ANCHORS_REFUSALS = {
  'only-installation': { kind: 'forbidden', says: 'Only the installation anchors.' },
} as const satisfies Refusals<string>

export const anchors = defineAggregate<
  AnchorsState,
  AnchorsFact,
  AnchorsCommand,
  Principal,
  DecisionContext,
  keyof typeof ANCHORS_REFUSALS
>({
  called: 'the anchors',
  streams: [ANCHORS_STREAM],
  events: EVENTS,
  initial: { last: null, untimed: [] },
  evolve,
  permits: (_command, _state, who) => (who.as === 'installation' ? null : { refused: 'only-installation' }),
  decide,
  refusals: ANCHORS_REFUSALS,
})
