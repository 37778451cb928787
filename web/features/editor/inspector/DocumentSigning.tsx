import { Button, Checkbox } from '@mantine/core'
import { ListOrdered } from 'lucide-react'
import { disclosed } from '#domain/kernel'
import { useWords } from '../../../messages/index.ts'
import { DraftInput, say } from '../../../ui/index.ts'
import { useMay } from '../../auth/index.ts'
import { Notes } from '../../notes/index.ts'
import { useMayArrange } from '../form/FormEditor.tsx'
import { useEditor, useView } from '../view/context.ts'
import { Fold, type OfSettings } from './Fold.tsx'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

/** How the signers get on with it. */
export function Signing({ settings }: OfSettings) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { session } = editor
  return (
    <Fold name="signing" title={words('signing')}>
      <Switched
        label={words('wizard')}
        hint={words('wizard_hint')}
        on={settings.wizard}
        onChange={(on) => session.do({ do: 'SetSigningWizard', on })}
      />
      <Form settings={settings} />
      <Methods settings={settings} />
      <Switched
        label={words('multi_edit')}
        hint={words('multi_edit_hint')}
        on={settings.firstSignerMultiEdit}
        onChange={(on) => session.do({ do: 'SetFirstSignerMultiEdit', on })}
      />
      <Switched
        label={words('reject_single')}
        hint={words('reject_single_hint')}
        on={settings.individualRejection ?? false}
        onChange={(on) => editor.step([{ do: 'SetIndividualRejection', on }])}
      />
      <Annotation settings={settings} />
      <DraftInput
        label={words('post_signing_url')}
        description={words('post_signing_url_hint')}
        placeholder="https://"
        inputMode="url"
        value={disclosed(settings.postSigningUrl, '')}
        maxLength={2000}
        onCommit={(url) => session.do({ do: 'SetPostSigningUrl', url: url.trim() })}
      />
    </Fold>
  )
}

/** Whether signers begin with the form, and the way to it. */
function Form({ settings }: OfSettings) {
  const words = useWords('form')
  const { editor } = useEditor()
  const mayArrange = useMayArrange()
  return (
    <>
      <Switched
        label={words('always')}
        hint={words('always_hint')}
        on={settings.alwaysFormView ?? false}
        disabled={!mayArrange}
        onChange={(on) => {
          // What is seen stays; on the next visit it is as it was set.
          editor.ui.shownAs ??= 'pages'
          editor.step([{ do: 'SetFormViewAlways', on }])
        }}
      />
      <div>
        <Button
          size="sm"
          variant="default"
          leftSection={<ListOrdered size={14} aria-hidden />}
          onClick={() => {
            editor.ui.shownAs = 'form'
          }}
        >
          {words('arrange')}
        </Button>
      </div>
    </>
  )
}

function Methods({ settings }: OfSettings) {
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
    <>
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
    </>
  )
}

/** Whether signers may write notes, and the notes that are there. */
function Annotation({ settings }: OfSettings) {
  const words = useWords('editor')
  const { session } = useEditor().editor
  const view = useView((whole) => whole)
  const mayWrite = useMay('can_add_notes')
  return (
    <>
      <Switched
        label={words('annotation')}
        hint={words('annotation_hint')}
        on={settings.annotation ?? false}
        onChange={(on) => session.do({ do: 'SetAnnotation', on })}
      />
      <Notes session={session} view={view} by="self" mayAdd={!settings.fieldsLocked && mayWrite} open={mayWrite} />
    </>
  )
}
