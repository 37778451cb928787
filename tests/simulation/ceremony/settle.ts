import type { PackCommand, PackState } from '#domain/pack'
import type { Account } from '../../../command-api/edge/caller.ts'
import type { Network } from '../client.ts'
import type { Random } from '../random.ts'
import type { Tab } from '../tab.ts'
import { account, type Ceremony, colleague } from './ceremony.ts'
import { putDown, workOnPages } from './on-pages.ts'

/** What of a document as a whole is settled, each by itself, and how it stands. None of it changes how the document is signed here. */
const SETTINGS = {
  name: ({ name }: PackState) => JSON.stringify(name),
  subject: ({ settings }: PackState) => JSON.stringify(settings.subject),
  afterwards: ({ settings }: PackState) => JSON.stringify(settings.postSigningUrl),
  page: ({ settings }: PackState) => JSON.stringify(settings.inAppSigningPageUrl),
  drawn: ({ settings }: PackState) => `${settings.methods.drawn}`,
  uploaded: ({ settings }: PackState) => `${settings.methods.uploaded}`,
  initials: ({ settings }: PackState) => `${settings.oneClickInitial}`,
  wizard: ({ settings }: PackState) => `${settings.wizard}`,
  veiled: ({ settings }: PackState) => `${settings.obfuscateContactInfo}`,
  notes: ({ settings }: PackState) => `${settings.annotation ?? false}`,
  locked: ({ settings }: PackState) => `${settings.fieldsLocked}`,
  once: ({ settings }: PackState) => `${settings.oneClickSigning}`,
  byPhone: ({ settings }: PackState) => `${settings.emailOptional}`,
  channels: ({ settings }: PackState) => `${settings.channelConfigurable ?? false}`,
  paper: ({ documents }: PackState) => JSON.stringify(documents[0]?.name),
  role: ({ signatories }: PackState) => JSON.stringify(signatories[0]?.role),
} as const
export type Setting = keyof typeof SETTINGS
const NAMES = Object.keys(SETTINGS) as readonly Setting[]

export function settingsOf(state: PackState): Readonly<Record<Setting, string>> {
  return Object.fromEntries(NAMES.map((name) => [name, SETTINGS[name](state)])) as Record<Setting, string>
}

const SWITCHES: { readonly [N in PackCommand['do']]?: Setting } = {
  SetOneClickInitial: 'initials',
  SetSigningWizard: 'wizard',
  SetContactInfoObfuscation: 'veiled',
  SetAnnotation: 'notes',
  SetOneClickSigning: 'once',
  SetEmailOptional: 'byPhone',
  SetChannelChoice: 'channels',
}

export function settledBy(command: PackCommand): Partial<Record<Setting, string>> {
  switch (command.do) {
    case 'RenamePack':
      return { name: JSON.stringify(command.name) }
    case 'SetSubject':
      return { subject: JSON.stringify(command.subject) }
    case 'SetPostSigningUrl':
      return { afterwards: JSON.stringify(command.url) }
    case 'SetInAppSigningPage':
      return { page: JSON.stringify(command.url) }
    case 'SetSigningMethods': {
      const { drawn, uploaded } = command
      return { ...(drawn === undefined ? {} : { drawn: `${drawn}` }), ...(uploaded === undefined ? {} : { uploaded: `${uploaded}` }) }
    }
    case 'RenameDocument':
      return { paper: JSON.stringify(command.name) }
    case 'SetSignatoryRole':
      return { role: JSON.stringify(command.role) }
    case 'LockFields':
    case 'UnlockFields':
      return { locked: `${command.do === 'LockFields'}` }
    default: {
      const setting = SWITCHES[command.do]
      return setting && 'on' in command ? { [setting]: `${command.on}` } : {}
    }
  }
}

/** How often a page crashes, and how often it is left open. */
const CRASHES = 0.1
const STAYS = 0.3
/** How often they stop in the middle of a word. */
const TYPING = 0.7

/** One or two members of the team settle at the same time what the document is called and how it is to be signed. */
export async function settle(ceremony: Ceremony, network: Network): Promise<void> {
  const people = [account(ceremony), colleague(ceremony)].slice(0, ceremony.plan.settles)
  await Promise.all(people.map((who) => settleAs(who, ceremony, network)))
}

async function settleAs(who: Account, { plan, pack, creator, wrong }: Ceremony, network: Network): Promise<void> {
  const chance = network.chance.of(`${pack} ${who.user} settles`)
  const times = 3 + chance.below(8)
  const words = who.user === creator ? 'the sender' : 'a colleague'
  const begin = (page: Tab) => (left: number) => {
    const command = draw(page.view(), chance, `${words}, ${left}`)
    const shown = settingsOf(page.view())
    // Nobody sets what they see set.
    if (Object.entries(settledBy(command)).every(([name, value]) => shown[name as Setting] === value)) return
    if ('on' in command || command.do === 'SetSigningMethods') page.do(command)
    else page.do(command, chance.happens(TYPING) ? 'typing' : 'settled')
  }
  const end = (page: Tab) => {
    const shot = () => JSON.stringify(settingsOf(page.view()))
    const say = (was: string, is: string) => void wrong.push(`nobody settled anything any more, and ${was} became ${is}`)
    return putDown(page, chance, STAYS, plan.settles === 1 ? { shot, say } : null)
  }
  await workOnPages({ pack, who, chance, times, pause: 3_000, crashes: CRASHES, begin, end }, network)
}

function draw({ documents, signatories }: PackState, chance: Random, words: string): PackCommand {
  const on = chance.happens(0.5)
  const url = `https://example.org/${chance.below(9)}`
  const rename = { do: 'RenamePack', name: `Lease as ${words} would have it` } as const
  return chance.pick<PackCommand>([
    rename,
    { do: 'SetSubject', subject: `The lease, by ${words}` },
    { do: 'SetPostSigningUrl', url },
    { do: 'SetInAppSigningPage', url },
    { do: 'SetSigningMethods', drawn: on },
    { do: 'SetSigningMethods', uploaded: on },
    { do: 'SetOneClickInitial', on },
    { do: 'SetSigningWizard', on },
    { do: 'SetContactInfoObfuscation', on },
    { do: 'SetAnnotation', on },
    // Seldom, so that the others come oftener.
    chance.pick<PackCommand>([
      { do: 'SetOneClickSigning', on },
      { do: 'SetEmailOptional', on },
      { do: 'SetChannelChoice', on },
      // One that is alone bears the name of the whole.
      documents.length > 1 ? { do: 'RenameDocument', document: documents[0]!.key, name: `The pages, by ${words}` } : rename,
      { do: 'SetSignatoryRole', signatory: signatories[0]!.uuid, role: `Tenant to ${words}` },
    ]),
  ])
}
