import { type MailContent, mailContent, oneLine } from './mail-content.ts'

/** Where a link to choose a password leads. Behind the hash, so that it stands in no log on the way. */
export const passwordUrl = (publicUrl: string, token: string): string => `${publicUrl}/#reset/${token}`

/** The mail for somebody who forgot their password. */
export const resetMail = ({ name, link }: { readonly name: string; readonly link: string }): MailContent =>
  mailContent({
    subject: 'Choose a new password',
    before: [greeting(name), 'Somebody, probably you, asked to choose a new password for your account.'],
    button: { label: 'Choose a new password', link },
    after: ['The link works once, for one hour. If you did not ask for it, there is nothing you need to do.'],
  })

/** The mail for somebody whose password others guess at. */
export const guessingMail = ({ name, link }: { readonly name: string; readonly link: string }): MailContent =>
  mailContent({
    subject: 'Wrong passwords for your account',
    before: [
      greeting(name),
      'Within an hour, ten or more wrong passwords were entered for your account. If that was you, there is nothing you need to do.',
      'If it was not you: devices on which you logged in before still let you in. Others may be refused for a while.',
    ],
    button: { label: 'Open Paraph', link },
    after: [
      'If your password is short, or if you use it elsewhere, choose another: log out and follow “Forgot your password?”. We write again only after a quiet day.',
    ],
  })

export interface Added {
  readonly name: string
  readonly team: string
  /** Who added them; '' where it is not known any more. */
  readonly by: string
  /** What the button opens. */
  readonly link: string
}

/** The mail for somebody who was added to a team and has no password yet. */
export const invitationMail = (added: Added): MailContent =>
  mailContent({
    ...openingOf(added),
    button: { label: 'Choose your password', link: added.link },
    after: ['The link works once, for seven days.'],
  })

/** The mail for somebody who was added to a team and has a password already. */
export const addedMail = (added: Added): MailContent =>
  mailContent({
    ...openingOf(added),
    button: { label: 'Open Paraph', link: added.link },
    after: ['You log in with the password that you have.'],
  })

const openingOf = ({ name, team, by }: Added) => ({
  subject: `You have been added to ${oneLine(team)}`,
  before: [greeting(name), `${oneLine(by) || 'An administrator'} has added you to the team ${oneLine(team)}.`],
})

const greeting = (name: string) => (oneLine(name) ? `Dear ${oneLine(name)},` : 'Good day,')
