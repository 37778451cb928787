import { FileCheck, Keyboard, LogOut, Moon, Sun } from 'lucide-react'
import { useAnyWords, useWords } from '../../messages/index.ts'
import { go, VERIFY_PAGE } from '../../ui/index.ts'
import { logOut, useSession, type Workspace } from '../auth/index.ts'
import { type Command, type Feature, targetOf, useOffered } from '../feature.ts'
import { useScheme } from './scheme.ts'

/** What the search box can do besides finding documents: what the features offer, then what concerns the whole page. */
export function useCommands(showShortcuts: () => void): readonly Command[] {
  const words = useWords('shell')
  const named = useAnyWords()
  const { workspace } = useSession()
  const { shown, choose } = useScheme()
  const other = shown === 'dark' ? 'light' : 'dark'
  const ofFeature = ({ name, commands = [], rail }: Feature): readonly Command[] => [
    ...commands.map((command) => ({ ...command, label: named(command.label) })),
    ...(rail ? [{ id: name, label: named(rail.command), icon: rail.icon, run: () => go(targetOf(rail, workspace as Workspace)) }] : []),
  ]
  return [
    ...useOffered().flatMap(ofFeature),
    { id: 'verify', label: words('command_verify'), icon: FileCheck, run: () => window.open(VERIFY_PAGE, '_blank', 'noopener') },
    { id: 'scheme', label: words(`command_${other}`), icon: shown === 'dark' ? Sun : Moon, run: () => choose(other) },
    { id: 'shortcuts', label: words('command_shortcuts'), icon: Keyboard, run: showShortcuts },
    { id: 'logout', label: words('command_logout'), icon: LogOut, run: () => void logOut() },
  ]
}
