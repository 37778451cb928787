import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import { contactOf, contactProblems, type Signatory } from '#domain/pack'
import { type PackSession, refusalWords, usePack } from '../../live/index.ts'
import { useWords } from '../../messages/index.ts'
import { DraftInput } from '../../ui/index.ts'
import { ContactSuggestions } from '../contacts/index.ts'
import type { Detail } from './checklist.ts'
import { useNaming } from './naming.ts'

interface Props {
  readonly session: PackSession
  readonly signer: Signatory
  readonly details: readonly Detail[]
  /** Labels stand in the inputs, where a row has no room for them. */
  readonly compact?: boolean
}

/**
 * Who a signer is and how they are reached. What is wrong stands at its input while it is typed, what is missing once it
 * was left: somebody who was just added has no name yet. No undo step, since they are no part of the page.
 */
export function PersonInputs({ session, signer, details, compact = false }: Props) {
  const words = useWords('editor')
  const settings = usePack(session, (view) => view.settings)
  const { uuid: signatory } = signer
  const [left, setLeft] = useState<readonly Detail[]>([])
  const [picked, setPicked] = useState(0)
  const contact = contactOf(signer)
  const naming = useNaming(session)
  const suggested = {
    list: naming.list,
    known: { name: contact.name, email: contact.email },
    onPick({ name, email, mobile_number: mobile }: { name: string; email: string; mobile_number: string }) {
      setPicked((count) => count + 1)
      naming.forgive('email', 'mobile')
      session.do({ do: 'NameSignatory', signatory, name })
      session.do({ do: 'SetSignatoryEmail', signatory, email })
      session.do({ do: 'SetSignatoryMobile', signatory, mobile })
    },
  }
  const problems = contactProblems(contact, settings, { defaultCountry: session.defaultCountry })
  const problemWith = (detail: Detail): string | null => {
    const unlisted = detail === 'name' ? null : naming.problemWith(detail, contact[detail])
    if (unlisted) return unlisted
    const code = problems.find(({ property }) => property === INPUTS[detail].by)?.code
    if (!code || (contact[detail].trim() === '' && !left.includes(detail))) return null
    return detail === 'name' ? words('name_missing') : refusalWords({ refused: code, slots: { number: contact.mobile } })
  }
  return details.map((detail) => {
    const { by, label, most, type, save } = INPUTS[detail]
    return (
      <ContactSuggestions key={detail} by={by} {...suggested}>
        <DraftInput
          {...(compact ? { 'aria-label': words(label), placeholder: words(label) } : { label: words(label) })}
          data-detail={detail}
          type={type}
          value={disclosed(signer[detail], '')}
          error={problemWith(detail)}
          maxLength={most}
          autoComplete="off"
          dropped={picked}
          onCommit={(text) => (detail === 'name' || naming.may(detail, text)) && session.do(save(signatory, text), 'typing')}
          onLeave={() => {
            setLeft((before) => (before.includes(detail) ? before : [...before, detail]))
            if (detail !== 'name') naming.leave(detail)
          }}
        />
      </ContactSuggestions>
    )
  })
}

const INPUTS = {
  name: {
    by: 'name',
    label: 'person_name',
    type: 'text',
    most: 200,
    save: (signatory: string, name: string) => ({ do: 'NameSignatory', signatory, name }) as const,
  },
  email: {
    by: 'email',
    label: 'email',
    type: 'email',
    most: 320,
    save: (signatory: string, email: string) => ({ do: 'SetSignatoryEmail', signatory, email }) as const,
  },
  mobile: {
    by: 'mobile_number',
    label: 'mobile',
    type: 'tel',
    most: 50,
    save: (signatory: string, mobile: string) => ({ do: 'SetSignatoryMobile', signatory, mobile }) as const,
  },
} as const
