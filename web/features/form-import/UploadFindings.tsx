import { Button, type ButtonProps, Loader } from '@mantine/core'
import { Eye, EyeOff, FileBadge, FileCheck2, Files, TextCursorInput, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { done } from '#contract/envelope'
import { type FormFieldsAnswered, type FoundField, formFieldsAnswer } from '#contract/form-fields'
import type { ChildDocument, PackCommand, PackState } from '#domain/pack'
import { http, messageOf, newKey } from '../../http/index.ts'
import { useWords } from '../../messages/index.ts'
import { IconButton, say } from '../../ui/index.ts'
import { commandsFor, withRoom } from './commands.ts'
import classes from './form-import.module.css'
import { ReviewFields } from './ReviewFields.tsx'

/** What has a document open that can be changed. */
export interface Host {
  view(): PackState
  step(commands: readonly PackCommand[]): void
}

/** What the server is asked for, one thing at a time. */
type Work = 'review' | 'leave' | 'take'

/** An upload's content besides its pages: form fields to take over, and warnings for its sender. */
export function UploadFindings({ host, document }: { readonly host: Host; readonly document: ChildDocument }) {
  const words = useWords('form_import')
  const { found, key, conversion } = document
  const [fields, setFields] = useState<readonly FoundField[] | null>(null)
  const [reviewing, setReviewing] = useState(false)
  const [at, setAt] = useState<Work | null>(null)
  const [seen, setSeen] = useState<readonly string[]>([])
  if (conversion.state !== 'converted') return null
  const isSeen = (what: string) => seen.includes(`${conversion.source} ${what}`)
  const see = (what: string) => setSeen([...seen, `${conversion.source} ${what}`])

  const during = async (work: Work, does: () => Promise<void>) => {
    if (at) return
    setAt(work)
    try {
      await does()
    } catch (thrown) {
      say.danger(messageOf(thrown, words('failed')))
    } finally {
      setAt(null)
    }
  }
  const review = () =>
    during('review', async () => {
      setFields((await http.get(`/app/documents/${key}/form_fields`, formFieldsAnswer)).fields)
      setReviewing(true)
    })
  const answer = (body: FormFieldsAnswered) => http.post(`/app/documents/${key}/form_fields`, done, { body })
  const leave = () => during('leave', async () => void (await answer({ taken: false })))
  // The pages first: a field over what is printed there still could not be read.
  const take = (wanted: readonly FoundField[], assignee: PackState['fields'][string]['assignee']) =>
    during('take', async () => {
      const to = { document: key, pages: document.pages, assignee, newKey }
      const chosen = withRoom(wanted, { ...to, view: host.view() })
      await answer({ taken: true, form_fields: [...new Set(chosen.map(({ form_field }) => form_field))] })
      host.step(commandsFor(chosen, to))
      setReviewing(false)
      say.success(words('added', { count: chosen.length }))
      if (chosen.length < wanted.length) say.warning(words('no_room', { count: wanted.length - chosen.length }))
    })

  const standardIn = (claim: string) => (claim === 'another standard' ? words('other_standard') : claim)
  const offered = found.formFields !== null && found.answered === null
  return (
    <aside className={classes.findings} aria-label={words('findings')}>
      {offered && (
        <Finding icon={<TextCursorInput size={18} aria-hidden />} text={words('offer', { count: found.formFields?.count ?? 0 })}>
          <Action work="review" at={at} icon={<Eye size={16} aria-hidden />} onClick={review}>
            {words('review')}
          </Action>
          <Action work="leave" at={at} icon={<EyeOff size={16} aria-hidden />} variant="default" onClick={leave}>
            {words('leave')}
          </Action>
        </Finding>
      )}
      {found.signatures > 0 && !isSeen('signed') && (
        <Finding
          icon={<FileCheck2 size={18} aria-hidden />}
          text={words('signed', { count: found.signatures })}
          onClose={() => see('signed')}
        />
      )}
      {found.papers !== null && !isSeen('papers') && (
        <Finding icon={<Files size={18} aria-hidden />} text={words('portfolio', { count: found.papers })} onClose={() => see('papers')} />
      )}
      {found.claims && !isSeen('claims') && (
        <Finding
          icon={<FileBadge size={18} aria-hidden />}
          text={words('claims', { standards: found.claims.map(standardIn).join(', ') })}
          onClose={() => see('claims')}
        />
      )}
      {fields && (
        <ReviewFields
          key={conversion.source}
          fields={fields}
          view={host.view()}
          opened={reviewing}
          busy={at === 'take'}
          onClose={() => setReviewing(false)}
          onTake={take}
        />
      )}
    </aside>
  )
}

interface ActionProps extends Pick<ButtonProps, 'variant'> {
  readonly work: Work
  readonly at: Work | null
  readonly icon: ReactNode
  readonly children: string
  onClick(): void
}
/** The one that was pressed says that it is at work. Disabled, it would lose the focus, which comes back to it. */
function Action({ work, at, icon, children, ...rest }: ActionProps) {
  const working = at === work
  return (
    <Button
      size="compact-sm"
      leftSection={working ? <Loader size={16} color="currentColor" /> : icon}
      data-disabled={at !== null}
      aria-disabled={at !== null}
      aria-busy={working}
      {...rest}
    >
      {children}
    </Button>
  )
}

interface FindingProps {
  readonly icon: ReactNode
  readonly text: string
  readonly children?: ReactNode
  readonly onClose?: () => void
}
function Finding({ icon, text, children, onClose }: FindingProps) {
  const words = useWords('form_import')
  return (
    <div className={classes.finding} role="status">
      <span className={classes.icon}>{icon}</span>
      <p>{text}</p>
      {children && <div className={classes.actions}>{children}</div>}
      {onClose && <IconButton icon={X} name={words('dismiss')} size="sm" iconSize={16} onClick={onClose} />}
    </div>
  )
}
