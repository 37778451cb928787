import { Popover } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { cloneElement, type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useWords } from '../../messages/index.ts'
import classes from './Completion.module.css'
import { type Completing, type CompletionItem, completingAt, completionsFor } from './completions.ts'

type Input = HTMLInputElement | HTMLTextAreaElement
interface Props {
  readonly items: readonly CompletionItem[]
  /** A text input. */
  readonly children: ReactElement<Record<string, unknown>>
}
const ROW = 44

/** Offers items below a text input once `::` is typed in it, to be picked by arrow keys and Enter or Tab, or by a click. */
export function Completion({ items, children }: Props) {
  const words = useWords('completion')
  const id = useId()
  const [completing, setCompleting] = useState<Completing | null>(null)
  const [at, setAt] = useState(0)
  const input = useRef<Input | null>(null)
  const offered = completing ? completionsFor(items, completing.query) : []
  const isOpen = offered.length > 0
  const look = (target: EventTarget) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    input.current = target
    setCompleting(completingAt(target.value, target.selectionStart ?? target.value.length))
    setAt(0)
  }
  const pick = (item: CompletionItem) => {
    const target = input.current
    if (!target || !completing) return
    const { start, query } = completing
    const text = target.value.slice(0, start) + item.inserts + target.value.slice(start + 2 + query.length)
    setCompleting(null)
    writeInto(target, text)
    target.setSelectionRange(start + item.inserts.length, start + item.inserts.length)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!isOpen) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined) setAt((before) => Math.min(Math.max(before + step, 0), offered.length - 1))
    else if (event.key === 'Enter' || event.key === 'Tab') pick(offered[at]!)
    else if (event.key === 'Escape') setCompleting(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Popover
      opened={isOpen}
      width="target"
      position="bottom-start"
      offset={4}
      shadow="md"
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only takes what comes from the text input */}
        <div onInput={(event) => look(event.target)} onKeyDownCapture={onKeyDown} onBlur={() => setCompleting(null)}>
          {cloneElement(children, {
            'aria-autocomplete': 'list',
            ...(isOpen ? { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` } : {}),
          })}
          <span className="visually-hidden" role="status">
            {isOpen ? words('offered', { count: offered.length }) : ''}
          </span>
        </div>
      </Popover.Target>
      <Popover.Dropdown className={classes.box} onMouseDown={(event) => event.preventDefault()}>
        {isOpen && <Offered {...{ id, offered, at }} label={words('label')} onPick={pick} />}
      </Popover.Dropdown>
    </Popover>
  )
}

interface OfferedProps {
  readonly id: string
  readonly offered: readonly CompletionItem[]
  readonly at: number
  readonly label: string
  onPick(item: CompletionItem): void
}

/** Only those in view are there: there may be hundreds. */
function Offered({ id, offered, at, label, onPick }: OfferedProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({ count: offered.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 6 })
  useEffect(() => rows.scrollToIndex(at), [at, rows])
  return (
    <div ref={scroller} id={id} role="listbox" aria-label={label} className={classes.list}>
      <div style={{ height: rows.getTotalSize() }} role="presentation">
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = offered[index]!
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text input's
            <div
              key={item.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              aria-posinset={index + 1}
              aria-setsize={offered.length}
              className={classes.option}
              style={{ height: ROW, transform: `translateY(${start}px)` }}
              onClick={() => onPick(item)}
            >
              <b dir="auto">{item.name}</b>
              <code>{item.inserts}</code>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** As if it had been typed: what listens for typing in it takes it up. */
function writeInto(input: Input, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
