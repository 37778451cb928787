import { Button } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { disclosed } from '#domain/kernel'
import type { CopyRecipient } from '#domain/pack'
import { newKey } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { DraftInput, IconButton } from '../../../ui/index.ts'
import { ContactSuggestions } from '../../contacts/index.ts'
import { useNaming } from '../../request-signatures/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { Fold } from './Fold.tsx'
import classes from './inspector.module.css'

export function Copies() {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const all = useView((view) => view.copyRecipients)
  const live = all.filter(({ removed }) => !removed)
  return (
    <Fold name="copies" title={words('copies')} hint={words('copies_hint')}>
      {live.length > 0 && (
        <ul className={classes.list}>
          {live.map((recipient) => (
            <CopyTo key={recipient.uuid} recipient={recipient} />
          ))}
        </ul>
      )}
      <div>
        <Button
          size="sm"
          variant="default"
          data-add="copy"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => session.do({ do: 'AddCopyRecipient', recipient: newKey() })}
        >
          {words('add_copy')}
        </Button>
      </div>
    </Fold>
  )
}

function CopyTo({ recipient: { uuid: recipient, name, email } }: { readonly recipient: Pick<CopyRecipient, 'uuid' | 'name' | 'email'> }) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const [picked, setPicked] = useState(0)
  const naming = useNaming(session)
  const suggested = {
    list: naming.list,
    known: { name: disclosed(name, ''), email: disclosed(email, '') },
    onPick(contact: { name: string; email: string }) {
      setPicked((count) => count + 1)
      naming.forgive('email')
      session.do({ do: 'NameCopyRecipient', recipient, name: contact.name })
      session.do({ do: 'SetCopyRecipientEmail', recipient, email: contact.email })
    },
  }
  return (
    <li className={classes.card} data-recipient={recipient}>
      <div className={classes.details} style={{ paddingTop: 12 }}>
        <ContactSuggestions by="name" {...suggested}>
          <DraftInput
            label={words('person_name')}
            value={disclosed(name, '')}
            maxLength={200}
            autoComplete="off"
            dropped={picked}
            onCommit={(text) => session.do({ do: 'NameCopyRecipient', recipient, name: text })}
          />
        </ContactSuggestions>
        <ContactSuggestions by="email" {...suggested}>
          <DraftInput
            label={words('email')}
            type="email"
            value={disclosed(email, '')}
            maxLength={320}
            autoComplete="off"
            dropped={picked}
            error={naming.problemWith('email', disclosed(email, ''))}
            onCommit={(text) => naming.may('email', text) && session.do({ do: 'SetCopyRecipientEmail', recipient, email: text })}
            onLeave={() => naming.leave('email')}
            rightSection={
              <IconButton
                icon={Trash2}
                iconSize={16}
                size="sm"
                name={words('remove_copy')}
                onClick={() => session.do({ do: 'RemoveCopyRecipient', recipient })}
              />
            }
          />
        </ContactSuggestions>
      </div>
    </li>
  )
}
