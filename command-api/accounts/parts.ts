import type { CommandHandler } from '#platform/command-handler'
import type { Jobs } from '#platform/jobs'
import type { World } from '#platform/ports'
import type { KnownDevices, OneTimeLinks, Passwords, Sessions, Throttle } from '#platform/sessions'
import type { LoginGuardParts } from './login-guard.ts'
import type { PasswordRules } from './refusals.ts'

export interface AccountParts {
  readonly handler: CommandHandler
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly links: OneTimeLinks
  readonly throttle: Throttle
  readonly devices: KnownDevices
  readonly passwordRules: PasswordRules
  readonly noteLogIn: LoginGuardParts['noteLogIn']
  readonly jobs: Pick<Jobs, 'send'>
  readonly world: World
  readonly tokenKey: Uint8Array
  /** The first account finds an example template. */
  readonly withExample: boolean
}
