import shared from './verify.module.css'

/** A digest in groups, so that two people can read it to each other. */
export function Fingerprint({ of, label }: { of: string; label?: string }) {
  return (
    <span className={shared.mono}>
      {label !== undefined && <span className="visually-hidden">{`${label}: `}</span>}
      {(of.match(/.{1,4}/g) ?? []).join(' ')}
    </span>
  )
}
