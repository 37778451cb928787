import { useState } from 'react'
import { listProblem, mayBeNamed } from '#domain/pack'
import { type PackSession, refusalWords, usePack } from '../../live/index.ts'
import { useListed } from '../contacts/index.ts'

type Address = 'email' | 'mobile'

/**
 * What may be entered where only contacts from the document's list may be named. Anything else is not saved: it is said once the input is
 * left, as suggestions help while somebody types.
 */
export function useNaming(session: PackSession) {
  const settings = usePack(session, (view) => view.settings)
  const contactLists = useListed(settings)
  const [refused, setRefused] = useState<Readonly<Partial<Record<Address, 'typed' | 'left'>>>>({})
  const forgive = (...addresses: readonly Address[]) =>
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([one]) => !addresses.includes(one as Address))))
  const isNameable = (text: string) => mayBeNamed(text, settings, { contactLists })
  return {
    /** The list whose contacts are offered; '': the whole address book. */
    list: settings.contactList ?? '',
    forgive,
    may(address: Address, text: string): boolean {
      const may = isNameable(text)
      if (may) forgive(address)
      else setRefused((before) => ({ ...before, [address]: 'typed' }))
      return may
    },
    /** The refusal is said until the input is left once more: it shows what the document holds by then. */
    leave: (address: Address) =>
      setRefused(({ [address]: was, ...others }) => (was === 'typed' ? { ...others, [address]: 'left' } : others)),
    /** `held`: as it is in the document. */
    problemWith(address: Address, held: string): string | null {
      if (!settings.onlyContacts) return null
      if (refused[address] === 'left') return refusalWords({ refused: 'contact-not-listed' })
      if (refused[address] || isNameable(held)) return null
      return refusalWords({ refused: listProblem(settings, { contactLists }) ?? 'contact-not-listed' })
    },
  }
}
