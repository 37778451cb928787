import { notifications } from '@mantine/notifications'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { wordsOf } from '../messages/index.ts'
import classes from './say.module.css'

export type MessageKind = 'success' | 'info' | 'warning' | 'danger'

/** Seconds a message stays where nothing else is said (specification file 3, section 9). */
export const MESSAGE_SECONDS = 10
/** Fields that were copied or pasted. */
export const FIELDS_COPIED_SECONDS = 5
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
}

function show(kind: MessageKind, text: ReactNode, seconds: number, { id, action }: SayOptions = {}): string {
  const Icon = ICONS[kind]
  const key = id ?? `${kind}-${typeof text === 'string' ? text : ''}`
  const close = () => notifications.hide(key)
  notifications.hide(key)
  return notifications.show({
    id: key,
    message: (
      <div className={classes.line}>
        <span className={classes.text}>{text}</span>
        {action && (
          <button
            type="button"
            className={classes.action}
            onClick={() => {
              close()
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    ),
    icon: <Icon size={18} aria-hidden />,
    autoClose: seconds * 1000,
    withBorder: false,
    classNames: { root: classes.root ?? '', icon: classes[kind] ?? '', body: classes.body ?? '', closeButton: classes.close ?? '' },
    closeButtonProps: { 'aria-label': wordsOf('ui')('close') },
  })
}

/** Tells the person something: slides in at the top right, is read out, goes by itself, and can be sent away. */
export const say = {
  success: (text: ReactNode, seconds = MESSAGE_SECONDS, options?: SayOptions) => show('success', text, seconds, options),
  info: (text: ReactNode, seconds = MESSAGE_SECONDS, options?: SayOptions) => show('info', text, seconds, options),
  warning: (text: ReactNode, seconds = MESSAGE_SECONDS, options?: SayOptions) => show('warning', text, seconds, options),
  danger: (text: ReactNode, seconds = MESSAGE_SECONDS, options?: SayOptions) => show('danger', text, seconds, options),
  hide: (id: string) => notifications.hide(id),
}
