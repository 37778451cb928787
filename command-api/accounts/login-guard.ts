import { createHmac } from 'node:crypto'
import type { Jobs } from '#platform/jobs'
import type { World } from '#platform/ports'
import type { KnownDevices, Passwords, Throttle, ThrottleLimits, Verified } from '#platform/sessions'
import { GUESSING_MAILS } from './mails.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Wrong passwords, and mails asked for. What succeeds does not count. */
export const LOGIN_LIMITS = {
  /** For one account, from one network: what locks out a guesser locks out nobody elsewhere. */
  pair: { attempts: 10, withinMs: 15 * MINUTE },
  /** From one network, for all accounts together. */
  network: { attempts: 60, withinMs: 15 * MINUTE },
  /** For one account, from all networks together. Devices that are known to it still get in, and a link in a mail leads past it. */
  account: { attempts: 100, withinMs: HOUR },
  /** By somebody who is logged in. */
  confirm: { attempts: 10, withinMs: 15 * MINUTE },
  reset: { attempts: 5, withinMs: HOUR },
  /** Mails to one account, no matter who asks for them. */
  resets: { attempts: 20, withinMs: HOUR },
} as const satisfies Readonly<Record<string, ThrottleLimits>>

/** From so many wrong passwords within an hour on, the account's owner is written to: once, until it was quiet for a day. */
const WORRYING = { attempts: 10, quietMs: 24 * HOUR } as const

/** Where somebody logs in. */
export interface LoginFrom {
  /** An address without what tells its neighbours apart. */
  readonly network: string
  readonly browser?: string | null
  readonly system?: string | null
  /** The token of a known device, as it came. */
  readonly device?: string | null
}

/** A password that is tried: for the account that this stream of an address stands for. */
export interface Tried extends LoginFrom {
  readonly stream: string
  readonly password: string
}

export type LogInOutcome = 'in' | 'wrong' | 'refused'

export interface LoginGuardParts {
  readonly passwords: Pick<Passwords, 'verify'>
  readonly throttle: Throttle
  readonly devices: Pick<KnownDevices, 'isOurs' | 'admit' | 'knows'>
  readonly jobs: Pick<Jobs, 'send'>
  readonly world: Pick<World, 'log'>
  readonly tokenKey: Uint8Array
  readonly noteLogIn: (outcome: LogInOutcome) => void
}

export type Proven = Verified & { readonly user: string }

/** Whether a password is right, tried as often as the limits allow; who tries too often is slowed down, and leaves a trace. */
export interface LoginGuard {
  prove(tried: Tried, owner: () => Promise<string | null>): Promise<Proven | 'wrong' | 'too-many'>
  /** The same for somebody who is logged in as this user. */
  confirm(tried: Tried, user: string): Promise<'right' | 'wrong' | 'too-many'>
  /** Whether a mail with a link may be asked for. */
  admitReset(asked: Omit<Tried, 'password'>, owner: () => Promise<string | null>): Promise<boolean>
  /** A new password was chosen: guesses at the one before do not count. */
  forgive(of: Omit<Tried, 'password'>): Promise<void>
}

export function createLoginGuard({ passwords, throttle, devices, jobs, world, tokenKey, noteLogIn }: LoginGuardParts): LoginGuard {
  const digest = (of: string) => createHmac('sha256', tokenKey).update(of).digest('base64url').slice(0, 22)
  const bucket = (kind: keyof typeof LOGIN_LIMITS, of: string) => `${kind}:${digest(`${kind} ${of}`)}`
  const pairOf = ({ stream, network }: Omit<Tried, 'password'>) => bucket('pair', `${stream} ${network}`)
  const ours = (device: string | null | undefined) => (device && devices.isOurs(device) ? device : null)

  type Trace = { readonly tried: Omit<Tried, 'password'>; readonly isKnown: boolean }
  /** Ids in it are digests under a key of the installation: an operator tells one attack from many, and nobody reads who it is about. */
  async function leaveTrace({ tried, isKnown }: Trace, outcome: Exclude<LogInOutcome, 'in'>): Promise<number> {
    noteLogIn(outcome)
    const attempts = await throttle.countOf(bucket('account', tried.stream))
    const ids = { account: digest(`account ${tried.stream}`), network: digest(`network ${tried.network}`) }
    const reason = outcome === 'wrong' ? 'wrong-password' : 'too-many-attempts'
    world.log.warn({ ...ids, reason, attempts, known_device: isKnown }, 'a log-in failed')
    return attempts
  }

  async function tellOwner(stream: string): Promise<void> {
    const account = bucket('account', stream)
    const began = await throttle.episodeOf(account, WORRYING.quietMs)
    // The same key all through an episode: one mail. The job looks the address up, so that the answer takes as long for one that nobody has.
    await jobs.send(GUESSING_MAILS, { stream }, { key: `guessing-${account}-${began.getTime()}` })
  }

  return {
    async prove(tried, owner) {
      const { stream, network, password } = tried
      const [account, pair] = [bucket('account', stream), pairOf(tried)]
      const device = ours(tried.device)
      // Only for a device of this installation: how long it takes tells nobody else whether the account is there.
      const holder = device === null ? null : await owner()
      const isKnown = device !== null && holder !== null && (await devices.admit(holder, device))
      const strangers = [pair, bucket('network', network), account]
      if (!isKnown && !(await throttle.admit(strangers))) {
        await leaveTrace({ tried, isKnown }, 'refused')
        return 'too-many'
      }
      const user = await owner()
      const verified = await passwords.verify(user, password)
      if (verified && user !== null) {
        noteLogIn('in')
        await throttle.forgive(pair)
        if (!isKnown) for (const counted of strangers.slice(1)) await throttle.giveBack(counted)
        return { user, ...verified }
      }
      if (isKnown) await throttle.note(account)
      const attempts = await leaveTrace({ tried, isKnown }, 'wrong')
      if (attempts >= WORRYING.attempts) {
        await tellOwner(stream).catch((error: unknown) => world.log.warn({ error }, 'an owner could not be notified of wrong passwords'))
      }
      return 'wrong'
    },
    async confirm(tried, user) {
      const [own, network] = [bucket('confirm', user), bucket('network', tried.network)]
      const trace = { tried, isKnown: false }
      if (!(await throttle.admit([own, network]))) {
        await leaveTrace(trace, 'refused')
        return 'too-many'
      }
      if (!(await passwords.verify(user, tried.password))) {
        await throttle.note(bucket('account', tried.stream))
        await leaveTrace(trace, 'wrong')
        return 'wrong'
      }
      await throttle.forgive(own)
      await throttle.giveBack(network)
      return 'right'
    },
    async admitReset({ stream, network, device: given }, owner) {
      const device = ours(given)
      const holder = device === null ? null : await owner()
      if (device !== null && holder !== null && (await devices.knows(holder, device))) {
        return throttle.admit([bucket('reset', `${stream} of a known device`)])
      }
      return throttle.admit([bucket('reset', `${stream} ${network}`), bucket('network', network), bucket('resets', stream)])
    },
    async forgive(of) {
      await throttle.forgive(pairOf(of))
      await throttle.forgive(bucket('account', of.stream))
    },
  }
}
