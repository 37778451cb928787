import classes from './Avatar.module.css'

/** Somebody by their initials, in the colour that stands around it; who is meant stands beside. */
export function Avatar({ initials, large = false }: { readonly initials: string; readonly large?: boolean }) {
  return (
    <i className={classes.avatar} data-large={large || undefined} aria-hidden="true">
      {initials}
    </i>
  )
}
