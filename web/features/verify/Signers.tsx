import type { CSSProperties } from 'react'
import type { Report, ReportedSigner } from '#pdf/verification'
import { useWords } from '../../messages/index.ts'
import { initialsOf, signerColour } from '../../ui/names.ts'
import classes from './Signers.module.css'
import { short } from './times.ts'
import shared from './verify.module.css'

const PROOFS = { 'signing-link': 'proof_signing_link', password: 'proof_password', secret: 'proof_secret' } as const

/** Who signed, when, and how they had shown who they are. */
export function Signers({ report }: { report: Report }) {
  const words = useWords('verify')
  const proofOf = ({ proof, capacity }: ReportedSigner) =>
    capacity === 'in-person-host' ? words('proof_in_person') : words(PROOFS[proof as keyof typeof PROOFS] ?? 'proof_other')
  return (
    <section className={shared.card}>
      <h2 className={classes.cardTitle}>{words('signed_by')}</h2>
      {report.signers.length === 0 && <p className={classes.cardText}>{words('signed_nobody')}</p>}
      <ul className={classes.signers}>
        {report.signers.map((signer, at) => {
          const name = signer.name || words('signer_unnamed')
          return (
            <li key={signer.signatory}>
              <span className={classes.initials} style={{ '--c': signerColour(at) } as CSSProperties} aria-hidden="true">
                {initialsOf(name)}
              </span>
              <span>
                <b>{name}</b>
                <span>{short(signer.completed)}</span>
                <span>{proofOf(signer)}</span>
                <span>{words('signer_fields', { count: signer.fields.length })}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
