import { Undo2 } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import card from './Card.module.css'
import screen from './signing.module.css'

/** The host has their device back: there the account opens for its holder's password, and the next signer signs. */
export function HandBack({ document, sender }: { readonly document: string; readonly sender: string | null }) {
  const words = useWords('signing')
  return (
    <>
      <p className={card.lead}>{sender ? words('hand_back', { sender }) : words('hand_back_nameless')}</p>
      <a className={screen.next} href={`/#documents/${encodeURIComponent(document)}/open_in_person_modal`}>
        <Undo2 size={18} aria-hidden="true" />
        <span>{words('hand_back_go')}</span>
      </a>
    </>
  )
}
