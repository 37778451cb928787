import { Check, Tag } from 'lucide-react'
import { useEffect, useState } from 'react'
import { disclosed } from '#domain/kernel'
import { type ChildDocument, type Field, fieldTypeOf } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { fileUrlOf, textRunsOf } from '../../pages/index.ts'
import { proposedLabel } from '../tools/proposed-label.ts'
import { useEditor, useMovable, useUi, useView } from './context.ts'
import classes from './label-offer.module.css'
import { focusOn } from './lead.ts'

interface Props {
  readonly document: ChildDocument
  readonly page: number
  readonly scale: number
}

/** What to call the field that was just placed. It takes no focus, so that the next one can be placed at once; F2 leads into it. */
export function LabelOffer({ document, page, scale }: Props) {
  const { labelling } = useUi()
  const field = useView((view) => (labelling === null ? undefined : view.fields[labelling]))
  const movable = useMovable()
  if (!field || field.removed || !movable || field.document !== document.key || field.page !== page) return null
  return <Offer key={field.key} document={document} field={field} scale={scale} />
}

function Offer({ document, field, scale }: { readonly document: ChildDocument; readonly field: Field; readonly scale: number }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const proposal = useProposal(document, field)
  const [typed, setTyped] = useState<string | null>(null)
  const label = typed ?? (disclosed(field.label ?? '', '') || proposal || '')
  const leave = () => {
    editor.ui.labelling = null
    focusOn(`[data-field="${field.key}"]`)
  }
  const px = (milli: number) => (milli / 1000) * scale
  return (
    <form
      className={classes.offer}
      data-float
      data-label-offer
      style={{ left: px(field.x), top: px(field.y + field.height) }}
      onSubmit={(event) => {
        event.preventDefault()
        editor.step([{ do: 'LabelField', field: field.key, label }])
        leave()
      }}
    >
      <label>
        <span>{words('property_label')}</span>
        <input
          aria-keyshortcuts="F2"
          maxLength={200}
          autoComplete="off"
          value={label}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            leave()
          }}
        />
      </label>
      <IconButton type="submit" icon={Check} name={words('label_use')} size="sm" iconSize={16} disabled={label.trim() === ''} />
    </form>
  )
}

/** The same where fields are a list: what is printed next to the field that was just placed is its label at one press. */
export function LabelProposal({ document, field }: { readonly document: ChildDocument; readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { labelling } = useUi()
  const movable = useMovable()
  if (labelling !== field.key || !movable || disclosed(field.label ?? '', '') !== '') return null
  return (
    <Proposal
      document={document}
      field={field}
      name={(label) => words('label_proposed', { label })}
      onUse={(label) => {
        editor.step([{ do: 'LabelField', field: field.key, label }])
        editor.ui.labelling = null
      }}
    />
  )
}

interface ProposalProps {
  readonly document: ChildDocument
  readonly field: Field
  name(label: string): string
  onUse(label: string): void
}

function Proposal({ document, field, name, onUse }: ProposalProps) {
  const proposal = useProposal(document, field)
  if (!proposal) return null
  return (
    <button type="button" className={classes.proposal} onClick={() => onUse(proposal)}>
      <Tag size={16} aria-hidden="true" />
      <span>{name(proposal)}</span>
    </button>
  )
}

/** What is printed next to it on the page; null while that is not known, and where nothing is. */
function useProposal(document: ChildDocument, field: Field): string | null {
  const [proposal, setProposal] = useState<string | null>(null)
  const file = fileUrlOf(document)
  const { page, x, y, width, height } = field
  const size = document.pages[page]?.width ?? 0
  const isBox = fieldTypeOf(field).hasGroup
  useEffect(() => {
    let left = false
    if (file)
      textRunsOf(file, page, size).then(
        (runs) => left || setProposal(proposedLabel(runs, { x, y, width, height }, isBox)),
        // Without the words of the page the label is typed.
        () => undefined,
      )
    return () => {
      left = true
    }
  }, [file, page, size, x, y, width, height, isBox])
  return proposal
}
