import classes from './Kbd.module.css'

const apple = /Mac|iPhone|iPad/.test(navigator.platform)
export const MOD = apple ? '⌘' : 'Ctrl'

export function Kbd({ children }: { children: string }) {
  return <kbd className={classes.kbd}>{children}</kbd>
}
