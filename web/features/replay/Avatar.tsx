import classes from './Avatar.module.css'

/** A person by their initials, in the colour around it; the name stands next to it. */
export function Avatar({ initials, large = false }: { readonly initials: string; readonly large?: boolean }) {
  return (
    <i className={classes.avatar} data-large={large || undefined} aria-hidden="true">
      {initials}
    </i>
  )
}
