import { Skeleton } from '@mantine/core'
import card from './Card.module.css'
import head from './Head.module.css'
import screen from './signing.module.css'

/** The shape of what is coming. */
export function Opening({ label }: { readonly label: string }) {
  return (
    <div className={screen.screen} aria-busy="true">
      <header className={head.head}>
        <span className={head.mark} aria-hidden="true" />
        <Skeleton height={16} width={220} />
      </header>
      <main className={screen.card}>
        <div className={card.body}>
          <p className={card.lead} role="status">
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
