import { CopyPlus, FileText, Keyboard, LogOut, type LucideIcon, Mails, Moon, ShieldCheck, Sun, Trash2, Upload, Users } from 'lucide-react'
import { useWords } from '../../messages/index.ts'
import { go } from '../../ui/index.ts'
import { logOut, useSession } from '../auth/index.ts'
import { chooseFiles } from '../uploads/index.ts'
import { useScheme } from './scheme.ts'

export interface Command {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly run: () => void
}

/** What the search box can do besides finding documents. */
export function useCommands(showShortcuts: () => void): readonly Command[] {
  const words = useWords('shell')
  const { workspace } = useSession()
  const { shown, choose } = useScheme()
  const command = (id: string, label: string, icon: LucideIcon, run: () => void): Command => ({ id, label, icon, run })
  const other = shown === 'dark' ? 'light' : 'dark'
  return [
    command('upload', words('command_upload'), Upload, () => {
      go('documents')
      chooseFiles()
    }),
    command('documents', words('command_documents'), FileText, () => go('documents')),
    command('templates', words('command_templates'), CopyPlus, () => go('documents?type=template')),
    command('trash', words('command_trash'), Trash2, () => go('trash')),
    ...(workspace && !workspace.is_personal_account
      ? [command('people', words('command_people'), Users, () => go(`team/${workspace.account_key}`))]
      : []),
    ...(workspace?.is_admin
      ? [
          command('outbox', words('command_outbox'), Mails, () => go('outbox')),
          command('safekeeping', words('command_safekeeping'), ShieldCheck, () => go('safekeeping')),
        ]
      : []),
    command('scheme', words(`command_${other}`), shown === 'dark' ? Sun : Moon, () => choose(other)),
    command('shortcuts', words('command_shortcuts'), Keyboard, showShortcuts),
    command('logout', words('command_logout'), LogOut, () => void logOut()),
  ]
}
