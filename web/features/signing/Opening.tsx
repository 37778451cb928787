import { Skeleton } from '@mantine/core'
import classes from './signing.module.css'

/** The shape of what is coming. */
export function Opening({ label }: { readonly label: string }) {
  return (
    <div className={classes.screen} aria-busy="true">
      <header className={classes.head}>
        <span className={classes.mark} aria-hidden="true" />
        <Skeleton height={16} width={220} />
      </header>
      <main className={classes.card}>
        <div className={classes.cardBody}>
          <p className={classes.cardLead} role="status">
            {label}
          </p>
          <Skeleton height={24} width="70%" />
          <Skeleton height={14} />
          <Skeleton height={14} width="85%" />
          <Skeleton height={48} />
        </div>
      </main>
    </div>
  )
}
