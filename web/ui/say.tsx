import { type NotificationData, notifications, notificationsStore, useNotifications } from '@mantine/notifications'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { wordsOf } from '../messages/index.ts'
import { unfoldMessages, useFolded } from './folded-messages.ts'
import classes from './say.module.css'
import { useNarrow } from './use-narrow.ts'

export type MessageKind = 'success' | 'info' | 'warning' | 'danger'

/** Seconds a message stays where nothing else is said (specification file 3, section 9). */
export const MESSAGE_SECONDS = 10
/** Fields that were copied or pasted. */
export const FIELDS_COPIED_SECONDS = 5
/** Characters that a custom id cannot have. */
export const CHARACTERS_SECONDS = 5
export const CLIPBOARD_SECONDS = 3
export const CLIPBOARD_FAILED_SECONDS = 5
export const NEW_VERSION_SECONDS = 15
/** What somebody did is gone: long enough to read why, and to do it again. */
export const LOSS_SECONDS = 30
export const UNDO_SECONDS = 10

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert, danger: CircleAlert }

export interface SayOptions {
  /** A message with an id replaces the one that has it. */
  readonly id?: string
  readonly action?: { readonly label: string; readonly run: () => void }
  /** It speaks of what is on this screen, and goes with it. Others tell what happened: they go along to the next one. */
  readonly here?: boolean
  /** Watches for what it says to be overtaken, and calls `over` then. Returns the way out. */
  readonly until?: (over: () => void) => () => void
}

const ofThisScreen = new Set<string>()
/** How long a message stays that somebody reads just now, or cannot read. */
const held = new Map<string, NotificationData['autoClose']>()

function hold(id: string, holds: boolean): void {
  const message = notificationsStore.getState().notifications.find((each) => each.id === id)
  if (!message || holds === held.has(id)) return
  const autoClose = holds ? false : held.get(id)
  if (holds) held.set(id, message.autoClose)
  else held.delete(id)
  notifications.update({ ...message, autoClose })
}

/** No message's time runs meanwhile; afterwards each begins again. */
export function holdMessages(holds: boolean): void {
  for (const { id } of notificationsStore.getState().notifications) if (id) hold(id, holds)
}

/** The message that has the focus, and where that was before: it goes back there when the message goes. */
let entered: { readonly message: Element; readonly from: Element | null } | null = null

/** By keys: a user in a message has the time to act on it, dismisses it with Escape and goes on where they were. */
const byKeys = (id: string, close: () => void, closed: () => void) => ({
  onFocus: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.contains(relatedTarget)) return
    const stays = relatedTarget?.closest('[role="alert"]') === entered?.message
    entered = { message: currentTarget, from: stays ? (entered?.from ?? null) : relatedTarget }
    hold(id, true)
  },
  onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) hold(id, false)
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  },
  onClose: () => {
    held.delete(id)
    closed()
    if (!entered?.message.contains(document.activeElement)) return
    if (entered.from instanceof HTMLElement && entered.from.isConnected) entered.from.focus({ preventScroll: true })
    entered = null
  },
})
/** On a phone the newest stands for all; this opens the others, which go on running meanwhile. */
function More({ of: key }: { readonly of: string }) {
  const { notifications: all } = useNotifications()
  const narrow = useNarrow()
  const folded = useFolded()
  const others = all.length - 1
  if (!narrow || !folded || others < 1 || all.at(-1)?.id !== key) return null
  return (
    <button type="button" className={`${classes.action} ${classes.more}`} {...KEEPS_ESCAPE} onClick={unfoldMessages}>
      {wordsOf('ui')('more_messages', { count: others })}
    </button>
  )
}

/** A dialog that is open would take the key for itself. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

function show(kind: MessageKind, text: ReactNode, seconds: number, { id, action, here = false, until }: SayOptions = {}): string {
  const Icon = ICONS[kind]
  const key = id ?? `${kind}-${typeof text === 'string' ? text : ''}`
  const close = () => notifications.hide(key)
  notifications.hide(key)
  if (here) ofThisScreen.add(key)
  else ofThisScreen.delete(key)
  const unwatch = until?.(close)
  return notifications.show({
    id: key,
    'data-kind': kind,
    ...byKeys(key, close, () => unwatch?.()),
    message: (
      <div className={classes.line}>
        <span className={classes.text}>{text}</span>
        {action && (
          <button
            type="button"
            className={classes.action}
            {...KEEPS_ESCAPE}
            onClick={() => {
              close()
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
        <More of={key} />
      </div>
    ),
    icon: <Icon size={18} aria-hidden />,
    autoClose: seconds * 1000,
    withBorder: false,
    classNames: { root: classes.root ?? '', icon: classes[kind] ?? '', body: classes.body ?? '', closeButton: classes.close ?? '' },
    closeButtonProps: { 'aria-label': wordsOf('ui')('close'), ...KEEPS_ESCAPE },
  })
}

/** Shows a message: it slides in where it covers nothing that is pressed next, is read out, closes after its time, and can be dismissed. */
export const say = {
  success: (text: ReactNode, seconds = MESSAGE_SECONDS, options?: SayOptions) => show('success', text, seconds, options),
  info: (text: ReactNode, seconds = MESSAGE_SECONDS, options?: SayOptions) => show('info', text, seconds, options),
  warning: (text: ReactNode, seconds = MESSAGE_SECONDS, options?: SayOptions) => show('warning', text, seconds, options),
  danger: (text: ReactNode, seconds = MESSAGE_SECONDS, options?: SayOptions) => show('danger', text, seconds, options),
  hide: (id: string) => notifications.hide(id),
  /** This screen is left: its messages are over. */
  left: () => {
    for (const id of ofThisScreen) notifications.hide(id)
    ofThisScreen.clear()
  },
}
