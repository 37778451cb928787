import type { AccountRefused, LoggedIn } from '../../../command-api/accounts/index.ts'
import type { Network } from '../client.ts'
import type { Random } from '../random.ts'
import { askOnce, type Question, untilAnswered } from './until-answered.ts'

/** How long a server may take to notice that another ended a session, and some. */
const NOTICED_MS = 2_500
const PAUSE_MS = 20_000
/** How often somebody tries again to get in, or to choose a password, before they say that it cannot be done. */
const TRIES = 12
const NETWORK = '203.0.113.7'

export interface Holder {
  readonly email: string
  /** How often they choose a password. */
  readonly times: number
}

export interface LoggingIn {
  /** They have chosen as often as they meant to, or had to stop. */
  readonly done: Promise<void>
  /** Their profile is being deleted: from now on they may be let in or not. */
  leaving(): void
  /** Somebody learned that it is deleted. */
  gone(): Promise<void>
}

/**
 * Somebody chooses a password by a mailed link, and another, and logs in; an attacker who knows the former one tries it all the
 * while. An acknowledged new password holds on every server: no session that was opened before goes on, and the former opens none.
 */
export function logIn({ email, times }: Holder, network: Network, chance: Random, say: (what: string) => void): LoggingIn {
  const { sleep } = network
  const answered = untilAnswered(network, chance)
  /** Opened by either of them, and not known to have ended. */
  const open = new Set<string>()
  let password = ''
  /** Former passwords: a new one was acknowledged since. */
  let former: string | null = null
  let standing: 'there' | 'changing' | 'gone' = 'there'
  let over = false

  const by =
    (tried: string): Question<LoggedIn | AccountRefused> =>
    ({ accounts }) =>
      accounts.logIn({ email, password: tried, network: NETWORK })
  const tryIn = (tried: string) => askOnce(network, by(tried))
  const isIn = async (token: string) => {
    const found = await askOnce(network, ({ accounts }) => accounts.find(token))
    return found && found.answer !== null
  }

  async function gotIn(tried: string): Promise<string | null> {
    for (let left = TRIES; left > 0 && standing !== 'gone'; left--) {
      const loggedIn = await answered(by(tried))
      if ('token' in loggedIn) return loggedIn.token
      await sleep(chance.below(5_000))
    }
    return null
  }

  /** The link may be in use by a try whose answer was lost: then they ask for another, until one is acknowledged. */
  async function choose(chosen: string): Promise<LoggedIn | null> {
    for (let left = TRIES; left > 0 && standing === 'there'; left--) {
      const link = await answered(({ accounts }) => accounts.makeResetToken(email))
      if (link === null) return null
      const loggedIn = await answered(({ accounts }, asked) =>
        accounts.choosePassword({ token: link, password: chosen, network: NETWORK }, asked),
      )
      if ('token' in loggedIn) return loggedIn
      await sleep(chance.below(10_000))
    }
    return null
  }

  async function checkEnded(tokens: readonly string[], why: string): Promise<void> {
    await sleep(NOTICED_MS)
    for (const token of tokens) {
      if (await isIn(token)) say(`somebody is still logged in ${why}`)
      open.delete(token)
    }
  }

  async function live(): Promise<void> {
    for (let at = 0; at < times && standing === 'there'; at++) {
      await sleep(chance.below(PAUSE_MS))
      const chosen = `the ${at + 1}. word that opens`
      former = password || former
      password = ''
      const loggedIn = await choose(chosen)
      if (standing !== 'there') return
      if (!loggedIn) return say('somebody could not choose a password by the link that they asked for')
      const earlier = [...open]
      password = chosen
      open.add(loggedIn.token)
      await checkEnded(earlier, 'since before their new password')
      if (standing !== 'there') return
      const token = await gotIn(chosen)
      if (standing !== 'there') return
      if (token === null) return say('somebody cannot log in with the password that they chose last')
      open.add(token)
    }
  }

  /** An attacker who knows the former password, and got in or not. */
  async function intrude(): Promise<void> {
    const intrudes = chance.of('intrudes')
    while (!over) {
      await sleep(intrudes.below(PAUSE_MS / 4))
      // A person who is in goes on, at this server and at that one.
      for (const token of open) await isIn(token)
      const tried = former
      if (tried === null) continue
      // Another was chosen by now, and is not just being chosen.
      const isFormer = password !== ''
      const attempted = await tryIn(tried)
      if (!attempted || !('token' in attempted.answer)) continue
      const { token } = attempted.answer
      open.add(token)
      if (isFormer) say('a former password opens a session')
      else if (password !== '') await checkEnded([token], 'by the former password, which they tried in the very moment')
    }
  }

  const done = (async () => {
    const intruding = intrude()
    await live()
    over = true
    await intruding
  })()

  return {
    done,
    leaving() {
      standing = 'changing'
    },
    async gone() {
      standing = 'gone'
      for (const known of [password, former]) {
        const attempted = known ? await tryIn(known) : null
        if (attempted && 'token' in attempted.answer) say('whose profile is deleted can log in')
      }
      await checkEnded([...open], 'whose profile is deleted')
    },
  }
}
