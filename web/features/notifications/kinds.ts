import {
  Bell,
  CheckCheck,
  CircleX,
  Clock,
  FileCheck,
  LifeBuoy,
  type LucideIcon,
  MailWarning,
  PenLine,
  Send,
  Trash2,
  TriangleAlert,
  Undo2,
  UserPlus,
} from 'lucide-react'

export type Tone = 'good' | 'bad' | 'waits' | 'plain'
const of = (icon: LucideIcon, tone: Tone) => ({ icon, tone })

/** How each kind looks. One that this page does not know yet is a plain bell: its message says it all. */
const LOOKS: Readonly<Record<string, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  sent: of(Send, 'plain'),
  'your-turn': of(PenLine, 'waits'),
  signed: of(PenLine, 'good'),
  declined: of(CircleX, 'bad'),
  'not-delivered': of(MailWarning, 'bad'),
  'copy-not-delivered': of(MailWarning, 'bad'),
  'not-signed': of(Clock, 'waits'),
  'in-setup': of(Clock, 'waits'),
  'sent-back': of(Undo2, 'plain'),
  completed: of(CheckCheck, 'good'),
  ready: of(FileCheck, 'good'),
  'not-sealed': of(TriangleAlert, 'bad'),
  trashed: of(Trash2, 'plain'),
  added: of(UserPlus, 'plain'),
  'webhook-off': of(TriangleAlert, 'bad'),
  'support-access': of(LifeBuoy, 'plain'),
}
export const lookOf = (kind: string) => LOOKS[kind] ?? of(Bell, 'plain')
