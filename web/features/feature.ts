import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, useContext } from 'react'
import { useSession, type Workspace } from './auth/index.ts'

/** What a feature says, under its namespace, as `useWords` asks for it: `import * as messages from './messages.ts'`. */
type Namespaces = Readonly<Record<string, Readonly<Record<string, string>>>>
type WordOf<Words> = { [Namespace in keyof Words & string]: `${Namespace}.${keyof Words[Namespace] & string}` }[keyof Words & string]

type ParamsOf<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? { readonly [Param in Name | keyof ParamsOf<Rest>]: string }
  : Path extends `${string}$${infer Name}`
    ? { readonly [Param in Name]: string }
    : object
export interface Located<Params = object, Search = object> {
  readonly params: Params
  readonly search: Search
}

/** A hash route, `#documents/{key}`, and the screen that it leads to. Whatever cannot be a key leads to nothing, and into no call. */
export interface Route {
  readonly path: string
  /** Mounted again when the first parameter changes: it names what is shown. */
  readonly screen: ComponentType<Located>
  /** Reads the query; left out, there is none. */
  readonly search?: (raw: Readonly<Record<string, unknown>>) => object
  /** Of what else may stand there (readings 54). */
  readonly isKnown?: (params: never) => boolean
  /** The entry of the rail that is marked; the feature's own where left out. */
  readonly at?: (located: Located) => string
  /** Who may see it, in the workspace that they work in; others see that they may not. Left out: the screen itself decides. */
  readonly needs?: (workspace: Workspace) => boolean
  /** A window over the view that was there before, or over the documents. */
  readonly over?: boolean
  /** The screen brings its own frame, or none, in place of rail and top bar. */
  readonly whole?: boolean
  /** Fetches the screen soon after the start, so that it opens at once, also after the connection dropped. */
  readonly ahead?: () => Promise<unknown>
}

/** A route whose screen knows the names of its parameters and the shape of its query. */
export const route = <const Path extends string, Search extends object = object>(
  declared: Omit<Route, 'path' | 'screen' | 'search' | 'isKnown' | 'at'> & {
    readonly path: Path
    readonly screen: ComponentType<Located<ParamsOf<Path>, Search>>
    readonly search?: (raw: Readonly<Record<string, unknown>>) => Search
    readonly isKnown?: (params: ParamsOf<Path>) => boolean
    readonly at?: (located: Located<ParamsOf<Path>, Search>) => string
  },
): Route => declared as unknown as Route

/** What the search box offers besides finding documents. */
export interface Command<Word = string> {
  readonly id: string
  readonly label: Word
  readonly icon: LucideIcon
  readonly run: () => void
}

export interface RailEntry<Word = string> {
  readonly group: 'work' | 'manage'
  /** Where it stands among all entries, from the top. */
  readonly order: number
  readonly icon: LucideIcon
  readonly label: Word
  /** What the search box calls going there. */
  readonly command: Word
  readonly to: string | ((workspace: Workspace) => string)
  /** A hook: how many there are; null while unknown. */
  readonly useCount?: () => number | null
}

/**
 * What the page has to know of a feature: router, rail, search box and catalogue are made of these. Annotate it with the
 * type of its words, `Feature<typeof words>`: the catalogue's type is made of that, and the screens need the catalogue's.
 */
export interface Feature<Words extends Namespaces = Namespaces> {
  readonly name: string
  readonly messages: Words
  /** Whom rail and search box offer it; the server decides again. Left out: everybody. */
  readonly permission?: (workspace: Workspace) => boolean
  readonly rail?: RailEntry<WordOf<Words>>
  readonly commands?: readonly Command<WordOf<Words>>[]
  readonly routes?: readonly Route[]
}

/** All features. Screens ask here, as importing them would be a cycle: a feature imports its screens. */
export const FeaturesContext = createContext<readonly Feature[]>([])

/** Those that the workspace somebody works in may use, in the order of the rail. */
export function useOffered(): readonly Feature[] {
  const { workspace } = useSession()
  const features = useContext(FeaturesContext)
  if (!workspace) return []
  return features.filter(({ permission }) => permission?.(workspace as Workspace) ?? true).sort((a, b) => orderOf(a) - orderOf(b))
}
const orderOf = ({ rail }: Feature) => rail?.order ?? Number.POSITIVE_INFINITY

export const targetOf = ({ to }: RailEntry, workspace: Workspace): string => (typeof to === 'string' ? to : to(workspace))
