import { Checkbox } from '@mantine/core'
import type { PackSettings } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { say } from '../../../ui/index.ts'
import { useEditor } from '../view/context.ts'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

/** How the signers get on with it, and what they know of each other. */
export function Signers({ settings }: { readonly settings: PackSettings }) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  return (
    <div className={classes.section}>
      <Switched
        label={words('wizard')}
        hint={words('wizard_hint')}
        on={settings.wizard}
        onChange={(on) => session.do({ do: 'SetSigningWizard', on })}
      />
      <Switched
        label={words('multi_edit')}
        hint={words('multi_edit_hint')}
        on={settings.firstSignerMultiEdit}
        onChange={(on) => session.do({ do: 'SetFirstSignerMultiEdit', on })}
      />
      <Switched
        label={words('hides_contacts')}
        hint={words('hides_contacts_hint')}
        on={settings.obfuscateContactInfo}
        onChange={(on) => session.do({ do: 'SetContactInfoObfuscation', on })}
      />
      <Switched
        label={words('email_optional')}
        hint={words('email_optional_hint')}
        on={settings.emailOptional}
        onChange={(on) => session.do({ do: 'SetEmailOptional', on })}
      />
    </div>
  )
}

export function Methods({ settings }: { readonly settings: PackSettings }) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const { methods } = settings
  const set = (change: Partial<typeof methods>) => {
    const next = { ...methods, ...change }
    // The last one that goes leaves uploading behind (specification section 5).
    if (!next.drawn && !next.typed && !next.uploaded) say.warning(words('method_required'), undefined, { here: true })
    session.do({ do: 'SetSigningMethods', ...change })
  }
  return (
    <div className={classes.section}>
      <fieldset className={classes.section} style={{ padding: 0, border: 0 }}>
        <legend className={classes.legend}>{words('methods')}</legend>
        <div className={classes.checks}>
          {(['drawn', 'typed', 'uploaded'] as const).map((method) => (
            <Checkbox
              key={method}
              label={words(method)}
              checked={methods[method]}
              onChange={(event) => set({ [method]: event.currentTarget.checked })}
            />
          ))}
        </div>
      </fieldset>
      <Switched
        label={words('one_click_signing')}
        on={settings.oneClickSigning}
        onChange={(on) => session.do({ do: 'SetOneClickSigning', on })}
      />
      <Switched
        label={words('one_click_initial')}
        on={settings.oneClickInitial}
        onChange={(on) => session.do({ do: 'SetOneClickInitial', on })}
      />
    </div>
  )
}
