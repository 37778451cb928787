import { ChevronDown } from 'lucide-react'
import { disclosed } from '#domain/kernel'
import { liveSignatories, type PackState } from '#domain/pack'
import { useWords } from '../../messages/index.ts'
import classes from './Supporting.module.css'

/** Who signs, too, and how to reach them: only where the sender lets signers know each other's addresses. */
export function OtherSigners({ view, by }: { readonly view: PackState; readonly by: string }) {
  const words = useWords('signing')
  const others = liveSignatories(view).filter(({ uuid }) => uuid !== by)
  if (view.settings.obfuscateContactInfo || others.length === 0) return null
  return (
    <details className={classes.supporting}>
      <summary>
        <span>{words('also_sign')}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <ul className={classes.people}>
        {others.map(({ uuid, name, role, email, mobile }) => {
          const reached = [disclosed(email, ''), disclosed(mobile, '')].filter((each) => each !== '')
          return (
            <li key={uuid}>
              <bdi>{disclosed(name, '') || disclosed(role, '')}</bdi>
              {reached.map((each) => (
                <span key={each} dir="ltr">
                  {each}
                </span>
              ))}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
