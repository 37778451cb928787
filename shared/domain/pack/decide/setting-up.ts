import { withoutFormat, withoutOverrides } from '#domain/kernel'
import { MOST, textRefusal } from '../bounds.ts'
import { unlistedRefusal } from '../contact-lists.ts'
import { asKept, type Contact, contactOf, contactProblems } from '../contacts.ts'
import type { PackFact } from '../events/index.ts'
import { fact } from '../fact.ts'
import { SET_UP } from '../field-types/index.ts'
import { refuse } from '../refuse.ts'
import { signatoryToSetUp } from '../setting-up.ts'
import { wasAsked } from '../signatories.ts'
import type { Deciders } from './context.ts'
import { liveFieldOf } from './find.ts'
import { filling } from './several-fields.ts'
import { signerRefusal } from './signer.ts'

export const decideSettingUp: Deciders<'SetUpSignatory'> = {
  SetUpSignatory({ field: key, by, identified, ...given }, state, context) {
    const field = liveFieldOf(state, key)
    if ('refused' in field) return field
    const notNow = signerRefusal(state, by)
    if (notNow) return notNow
    if (field.assignee !== by) return refuse('not-your-field', { at: [key] })
    const signatory = signatoryToSetUp(state, field)
    if (!signatory) return refuse('nobody-to-set-up', { at: [key] })
    const { uuid, channel } = signatory
    if (signatory.erased !== undefined) return refuse('person-erased', { at: [uuid] })
    // A signatory who was asked holds a link: from then on only the sender corrects an address.
    if (signatory.status !== 'awaiting_signatures' || wasAsked(signatory)) return refuse('asked-already', { at: [uuid] })
    if (field.setUp?.identification && !identified) return refuse('identification-missing', { at: [key] })
    const before = contactOf(signatory)
    const now: Contact = {
      channel,
      name: withoutOverrides(given.name).trim(),
      email: withoutFormat(given.email),
      mobile: asKept(given.mobile, context.defaultCountry),
    }
    const tooLong = textRefusal(now.name, MOST.name) ?? textRefusal(now.email, MOST.email) ?? textRefusal(now.mobile, MOST.mobile)
    if (tooLong) return tooLong
    const problem = contactProblems(now, state.settings, context)[0]
    if (problem) return refuse(problem.code, { at: [uuid] })
    // A signer can change no list.
    if (unlistedRefusal([now.email, now.mobile], uuid, state.settings, context)) return refuse('named-not-listed', { at: [uuid] })
    const changed: PackFact[] = []
    if (now.name !== before.name) changed.push(fact('SignatoryNamed', { signatory: uuid, name: now.name }))
    if (now.email !== before.email) changed.push(fact('SignatoryEmailChanged', { signatory: uuid, email: now.email }))
    if (now.mobile !== before.mobile) changed.push(fact('SignatoryMobileChanged', { signatory: uuid, mobile: now.mobile }))
    const isSetUp = field.value === SET_UP && field.filledBy === by
    if (changed.length === 0 && isSetUp) return []
    const identification = field.setUp?.identification ?? false
    return [
      ...changed,
      fact('SignatorySetUp', { signatory: uuid, by, field: key, identification }),
      ...(isSetUp ? [] : filling([key], by, SET_UP)),
    ]
  },
}
