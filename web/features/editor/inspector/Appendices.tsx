import { Button, Checkbox } from '@mantine/core'
import { Download, FileUp, Paperclip, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fileUrl } from '#contract/uploads'
import { disclosed } from '#domain/kernel'
import { type Appendix, type AppendixAudience, liveAppendices } from '#domain/pack'
import { newKey } from '../../../http/index.ts'
import { useWords } from '../../../messages/index.ts'
import { DraftInput, IconButton } from '../../../ui/index.ts'
import { AppendixUploads, chooseAppendices } from '../../appendices/index.ts'
import { useMay } from '../../auth/index.ts'
import { sizeInWords } from '../../uploads/index.ts'
import { useEditor, useView } from '../view/context.ts'
import { Fold, type OfSettings } from './Fold.tsx'
import classes from './inspector.module.css'
import { Switched } from './Switched.tsx'

/** Supporting documents, the audience of each, and whether they go along in the end. */
export function Appendices({ settings }: OfSettings) {
  const titles = useWords('appendices')
  const words = useWords('appendix_editing')
  const { editor } = useEditor()
  const live = liveAppendices({ appendices: useView((view) => view.appendices) })
  const document = editor.session.documentKey
  const [open, setOpen] = useState<string | null>(null)
  const add = () =>
    chooseAppendices(document, true, (uploaded) => {
      const appendix = newKey()
      editor.step([
        { do: 'AddAppendix', appendix },
        { do: 'AttachAppendixFile', appendix, ...uploaded },
      ])
    })
  return (
    <Fold name="appendices" title={titles('title')} hint={words('hint')}>
      {live.length > 0 && (
        <ul className={classes.list}>
          {live.map((appendix) => (
            <Card
              key={appendix.key}
              appendix={appendix}
              open={open === appendix.key}
              onToggle={() => setOpen(open === appendix.key ? null : appendix.key)}
            />
          ))}
        </ul>
      )}
      <AppendixUploads document={document} />
      <div>
        <Button size="sm" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={add}>
          {words('add')}
        </Button>
      </div>
      <Switched
        label={words('include')}
        hint={words('include_hint')}
        on={settings.attachmentsIncluded ?? false}
        onChange={(on) => editor.session.do({ do: 'SetAttachmentsIncluded', on })}
      />
      <Switched
        label={words('show_all')}
        hint={words('show_all_hint')}
        on={settings.attachmentsForAllSigners ?? false}
        onChange={(on) => editor.session.do({ do: 'SetAttachmentsForAllSigners', on })}
      />
    </Fold>
  )
}

interface CardProps {
  readonly appendix: Appendix
  readonly open: boolean
  onToggle(): void
}

function Card({ appendix: { key: appendix, file, audience, ...held }, open, onToggle }: CardProps) {
  const titles = useWords('appendices')
  const words = useWords('appendix_editing')
  const { editor } = useEditor()
  const { session } = editor
  const description = disclosed(held.description, '')
  const name = (file && disclosed(file.filename, '')) || description || titles('title')
  const size = file && disclosed(file.content, null)?.size
  const notes = [file ? null : words('file_missing'), size && sizeInWords(size), audience.map((one) => titles(one)).join(', ')]
  // A finished text is saved at once, even while other answers are awaited.
  const stopped = () => void session.flush().catch(() => undefined)
  return (
    <li className={classes.card} data-appendix={appendix} data-open={open || undefined}>
      <div className={classes.cardHead} style={{ paddingInlineStart: 12 }}>
        <Paperclip size={16} aria-hidden />
        <button type="button" className={classes.who} aria-expanded={open} aria-label={words('details', { name })} onClick={onToggle}>
          <b dir="auto">{name}</b>
          <small>{notes.filter(Boolean).join(' · ')}</small>
        </button>
        <IconButton
          icon={Trash2}
          size="sm"
          iconSize={16}
          name={words('remove', { name })}
          onClick={() => editor.step([{ do: 'RemoveAppendix', appendix }])}
        />
      </div>
      {open && (
        <div className={classes.details}>
          <DraftInput
            label={words('description')}
            value={description}
            maxLength={2000}
            onCommit={(text) => session.do({ do: 'DescribeAppendix', appendix, description: text }, 'typing')}
            onLeave={stopped}
          />
          <Audience audience={audience} onChange={(next) => editor.step([{ do: 'SetAppendixAudience', appendix, audience: next }])} />
          <DraftInput
            label={words('custom_id')}
            value={disclosed(held.customId, '')}
            maxLength={200}
            onCommit={(customId) => session.do({ do: 'SetAppendixCustomId', appendix, customId }, 'typing')}
            onLeave={stopped}
          />
          <Switched
            label={words('required')}
            hint={words('required_hint')}
            on={held.required}
            onChange={(required) => editor.step([{ do: 'SetAppendixRequired', appendix, required }])}
          />
          <div className={classes.tools}>
            <Button
              size="sm"
              variant="default"
              leftSection={<FileUp size={14} aria-hidden />}
              onClick={() =>
                chooseAppendices(session.documentKey, false, (uploaded) =>
                  editor.step([{ do: 'AttachAppendixFile', appendix, ...uploaded }]),
                )
              }
            >
              {words(file ? 'replace' : 'upload')}
            </Button>
            {file && (
              <Button
                size="sm"
                variant="default"
                component="a"
                href={fileUrl(file.key)}
                download
                aria-label={titles('download', { name })}
                leftSection={<Download size={14} aria-hidden />}
              >
                {words('download')}
              </Button>
            )}
          </div>
        </div>
      )}
    </li>
  )
}

interface AudienceProps {
  readonly audience: readonly AppendixAudience[]
  onChange(audience: readonly AppendixAudience[]): void
}

/** Everybody, or some: one of them stays. Who may not know of teams is not offered them. */
function Audience({ audience, onChange }: AudienceProps) {
  const titles = useWords('appendices')
  const words = useWords('appendix_editing')
  const knowsOfTeams = useMay('can_view_teams')
  const offered = (['all', 'signatories', 'cc_recipients', 'team'] as const).filter((one) => one !== 'team' || knowsOfTeams)
  const toggle = (one: AppendixAudience, on: boolean) => {
    if (one === 'all') return onChange(on ? ['all'] : ['signatories'])
    const some = audience.filter((other) => other !== 'all' && other !== one)
    onChange(on ? [...some, one] : some.length > 0 ? some : ['all'])
  }
  return (
    <fieldset className={classes.section} style={{ padding: 0, border: 0 }}>
      <legend className={classes.legend}>{words('audience')}</legend>
      <div className={classes.checks}>
        {offered.map((one) => (
          <Checkbox
            key={one}
            label={titles(one)}
            checked={audience.includes(one)}
            onChange={(event) => toggle(one, event.currentTarget.checked)}
          />
        ))}
      </div>
      <p className={classes.hint}>{words('audience_hint')}</p>
    </fieldset>
  )
}
