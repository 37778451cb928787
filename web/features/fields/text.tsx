import { Textarea, TextInput } from '@mantine/core'
import { Type } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cellsOf, charactersOf, layoutRefusal, lengthRefusal } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import { useTextDraft } from './draft.ts'
import classes from './fields.module.css'
import { fieldLabel } from './labels.ts'
import { useUnprintable, useUnshowable } from './metrics.ts'
import type { FieldInputProps, FieldWidget } from './widget.ts'

/** Higher fields that were not laid out take several lines, in thousandths of a point. */
const SEVERAL_LINES = 34_000

const BELOW: ('input' | 'description' | 'error')[] = ['input', 'description', 'error']

function TextFieldInput({ field, signerName, onChange, onCommit, onUnkept }: FieldInputProps) {
  const words = useWords('fields')
  const draft = useTextDraft(field)
  const unprintable = useUnprintable(field)
  const unshowable = useUnshowable()
  const { layout = null } = field
  const cells = cellsOf(layout)
  const limits = [cells, field.maxLength ?? null].filter((limit) => limit !== null)
  const most = limits.length > 0 ? Math.min(...limits) : null
  // A control of one line takes no line breaks: what is refused here is a character too many.
  const problem = (text: string) =>
    layoutRefusal(layout, text) || lengthRefusal(most, text) ? words('comb_full', { count: most ?? 0 }) : unprintable(text)
  // Their name would stand here, had any font its letters.
  const transliterates = field.autoFill === 'name' && draft.text === '' && Boolean(unshowable(signerName))
  const error = problem(draft.text)
  const unkept = error !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when it turns, whichever listener there is
  useEffect(() => onUnkept?.(unkept), [unkept])
  const waits = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known that the typed text can be kept
  useEffect(() => {
    if (unkept || !waits.current) return
    waits.current = false
    onChange(draft.text || null)
  }, [unkept])
  const props = {
    'aria-label': fieldLabel(field),
    size: 'md',
    // Each text in its own direction: Arabic and Hebrew from the right.
    attributes: { input: { dir: 'auto' } },
    value: draft.text,
    error,
    classNames: { input: `${classes.input} ${cells === null ? '' : classes.combed}` },
    ...(most === null && !transliterates
      ? {}
      : {
          description: (
            <>
              {most !== null && words('comb_count', { count: String(charactersOf(draft.text).length), cells: most })}
              {transliterates && words('transliterate')}
            </>
          ),
          inputWrapperOrder: BELOW,
        }),
    required: field.required,
    withAsterisk: false,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      draft.set(value)
      const kept = problem(value) === null
      waits.current = !kept
      if (kept) onChange(value || null)
    },
    onBlur: () => {
      if (unkept) return
      onCommit(draft.text || null)
      draft.settle()
    },
  }
  const several = layout === null ? field.height >= SEVERAL_LINES : layout.as === 'multi-line'
  return several ? <Textarea autosize minRows={2} maxRows={8} {...props} /> : <TextInput {...props} />
}

export const text: FieldWidget = { icon: Type, letter: 'T', group: 'fill', Input: TextFieldInput }
