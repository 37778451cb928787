import { Select } from '@mantine/core'
import { disclosed } from '#domain/kernel'
import { ALIGNMENTS, charactersOf, type Field, type FieldLayout, MOST_CELLS, MOST_TEXT, TEXT_SIZES, type TextAlignment } from '#domain/pack'
import { useWords } from '../../../messages/index.ts'
import { DraftInput } from '../../../ui/index.ts'
import { useEditor } from '../view/context.ts'

const BY_SIZE = 'by-size'
const LAYOUTS = [BY_SIZE, 'single-line', 'multi-line', 'comb'] as const
/** A comb begins with cells of about this width, in thousandths of a point. */
const USUAL_CELL = 18_000

/** How the text stands in its field: by the field's size, on one line, on several, or a character a cell. */
export function TextLayout({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { key, layout = null } = field
  const set = (next: FieldLayout | null) => editor.step([{ do: 'LayOutField', field: key, layout: next }])
  const choose = (as: string | null) => {
    if (as === BY_SIZE) set(null)
    else if (as === 'comb') set({ as, cells: cellsFor(field) })
    else if (as === 'single-line' || as === 'multi-line') set({ as })
  }
  return (
    <>
      <Select
        size="sm"
        label={words('text_layout')}
        allowDeselect={false}
        value={layout?.as ?? BY_SIZE}
        data={LAYOUTS.map((as) => ({ value: as, label: words(`layout_${as}`) }))}
        onChange={choose}
      />
      {layout?.as === 'comb' && (
        <DraftInput
          label={words('comb_cells')}
          description={words('comb_cells_hint')}
          inputMode="numeric"
          maxLength={3}
          value={String(layout.cells)}
          onCommit={(text) => {
            const cells = Number.parseInt(text, 10)
            if (cells > 0) set({ as: 'comb', cells: Math.min(cells, MOST_CELLS) })
          }}
        />
      )}
    </>
  )
}

/** The most characters that the text takes. A comb takes as many as it has cells. */
export function MaxLength({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { key } = field
  if (field.layout?.as === 'comb') return null
  return (
    <DraftInput
      label={words('max_length')}
      description={words('max_length_hint')}
      inputMode="numeric"
      maxLength={5}
      value={field.maxLength === undefined ? '' : String(field.maxLength)}
      onCommit={(text) => {
        const most = Number.parseInt(text, 10)
        if (text.trim() === '' || most > 0)
          editor.step([{ do: 'SetFieldMaxLength', field: key, most: most > 0 ? Math.min(most, MOST_TEXT) : null }])
      }}
    />
  )
}

/** The size that the text begins from; one that does not fit is shown smaller. */
export function TextSize({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  return (
    <DraftInput
      label={words('text_size')}
      description={words('text_size_hint', { least: String(TEXT_SIZES.least), most: String(TEXT_SIZES.most) })}
      inputMode="numeric"
      maxLength={3}
      value={field.textSize === undefined ? '' : String(field.textSize)}
      onCommit={(text) => {
        const points = Number.parseInt(text, 10)
        if (text.trim() === '') editor.step([{ do: 'SetFieldTextSize', field: field.key, points: null }])
        else if (points > 0) {
          const within = Math.min(TEXT_SIZES.most, Math.max(TEXT_SIZES.least, points))
          editor.step([{ do: 'SetFieldTextSize', field: field.key, points: within }])
        }
      }}
    />
  )
}

const BY_SCRIPT = 'by-script'
const ALIGNED = [BY_SCRIPT, ...ALIGNMENTS] as const

/** Characters of a comb stand in their cells, wherever they are aligned. */
export function TextAlign({ field }: { readonly field: Field }) {
  const words = useWords('editor')
  const { editor } = useEditor()
  const { key, align = null, layout } = field
  if (layout?.as === 'comb') return null
  return (
    <Select
      size="sm"
      label={words('text_align')}
      allowDeselect={false}
      value={align ?? BY_SCRIPT}
      data={ALIGNED.map((to) => ({ value: to, label: words(`text_align_${to}`) }))}
      onChange={(to) => editor.step([{ do: 'AlignFieldText', field: key, to: to === BY_SCRIPT ? null : (to as TextAlignment) }])}
    />
  )
}

/** As many as have room, and no fewer than what stands there takes. */
function cellsFor({ width, value }: Field): number {
  const text = disclosed(value, '')
  const taken = typeof text === 'string' ? charactersOf(text).length : 0
  return Math.min(MOST_CELLS, Math.max(1, taken, Math.round(width / USUAL_CELL)))
}
