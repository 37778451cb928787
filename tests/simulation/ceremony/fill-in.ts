import type { FieldValue, PackCommand } from '#domain/pack'
import type { Signer } from '../../../command-api/edge/caller.ts'
import { ANY_KIND } from '../../../command-api/pack/attachable.ts'
import { storage } from '../browser.ts'
import { clientOf, type Network } from '../client.ts'
import type { Random } from '../random.ts'
import { openTab, type Tab } from '../tab.ts'
import { type Ceremony, documentOf, type Typed } from './ceremony.ts'
import { choose } from './choose.ts'
import { asksFor, decide } from './depending.ts'
import { lookAround } from './look-around.ts'
import { savedAsShown } from './on-pages.ts'
import { upload } from './upload.ts'

/** How often a page crashes after something was typed into it, and how often in the middle of saving it. */
const CRASHES = 0.1
const CRASHES_SAVING = 0.4
/** How often a page is left open. */
const STAYS = 0.1
/** How often somebody has the document open twice. */
const TWICE = 0.25

/** How a signer fills in what is theirs, each time that they come: false where it is not all known to be saved. */
export function fillingIn(at: number, ceremony: Ceremony, network: Network, tries: Random): (signer: Signer) => Promise<boolean> {
  const { plan, pack, signatories, notes, fillsFor, replicated, depending } = ceremony
  const { chance, sleep } = network
  const { uuid, texts, signature } = signatories[at]!
  const { drafts } = plan.signers[at]!
  const browser = storage(chance.of(uuid))
  // Drawn apart, so that nobody else does otherwise.
  const chooses = chance.of(`${uuid} chooses`)
  const looks = chance.of(`${uuid} looks`)
  const decides = chance.of(`${uuid} decides`)
  let twice = 0
  return fillIn

  /** Types into a page that may crash meanwhile, and waits until it says that all is saved. */
  async function fillIn(signer: Signer): Promise<boolean> {
    let page = await openPage(signer)
    // Now here and now there: what is typed last counts, wherever that was.
    const secondPage = texts.length > 0 && tries.happens(TWICE) ? await openPage(signer) : null
    const who = secondPage ? `${plan.name} ${at} twice ${++twice}` : `${plan.name} ${at}`
    for (let draft = 1; page && draft <= drafts; draft++) {
      for (const [row, field] of texts.entries()) {
        if (page && isRejected(page, documentOf(ceremony, field))) continue
        if (secondPage && tries.happens(0.5)) await typeIntoSecond(secondPage, field, `${who} beside ${draft} of ${row}`)
        // Now and then what stood there before the last change is typed again.
        if (page && !type(page, field, `${who} draft ${draft === 3 && !secondPage ? 1 : draft} of ${row}`)) {
          page.close()
          page = null
        }
      }
      if (page && notes && at === 0 && !type(page, notes.shared, `${who} says ${draft}`) && page.field(notes.shared) && !page.hasEnded())
        ceremony.wrong.push('a signer could not say anything beside the document')
      if (page && depending?.by === uuid) decide(depending, page, decides)
      if (page && depending?.whose === uuid && asksFor(depending, page)) type(page, depending.shown, `${who} where asked ${draft}`)
      if (page && replicated && at === 0) type(page, replicated.from, `${who} said twice ${draft}`)
      if (page && fillsFor && at === 0) type(page, fillsFor.field, `${who} for another ${draft}`)
      if (secondPage && tries.happens(0.3)) await typeIntoSecond(secondPage, texts[0]!, `${who} at last ${draft}`)
      await sleep(chance.below(4_000))
      if (!page || !chance.happens(page.showsSaved() ? CRASHES : CRASHES_SAVING)) continue
      page.crash()
      await sleep(chance.below(30_000))
      page = await openPage(signer)
    }
    if (secondPage) {
      await secondPage.saved()
      secondPage.close()
    }
    if (page && !((await choose(ceremony, page, uuid, chooses, network)) && (await prove(page)))) {
      page.close()
      page = null
    }
    if (!page) return false
    // What they decided last before they came back may ask for it now.
    if (depending?.whose === uuid && asksFor(depending, page) && page.field(depending.shown)?.value === null)
      type(page, depending.shown, `${who} where asked`)
    page.eyes?.field(signature)
    const signed: PackCommand = {
      do: 'FillField',
      field: signature,
      by: uuid,
      value: { method: 'typed', text: `Signed ${plan.name} ${at}` },
    }
    const isAsked = !isRejected(page, documentOf(ceremony, signature))
    const saved = (!isAsked || page.do(signed) !== null) && (await (secondPage ? page.saved() : asLeft(page)))
    page.eyes?.field(null)
    if (tries.happens(STAYS)) page.leave()
    else page.close()
    return saved
  }

  /** Documents rejected before they came are not on their page. */
  function isRejected(page: Tab, document: string): boolean {
    return !page.view().documents.some(({ key, rejected }) => key === document && rejected === undefined)
  }

  /** What is theirs alone stays as they left it, for as long as the document may be seen. */
  function asLeft(page: Tab): Promise<boolean> {
    const shot = () => JSON.stringify([signature, ...texts].map((field) => page.field(field)?.value))
    const say = (was: string, is: string) => {
      const isShown = page.view().status === 'awaiting_signatures' && page.field(signature)
      if (isShown) ceremony.wrong.push(`a signer typed nothing any more, and ${was} became ${is}`)
    }
    return savedAsShown(page, { shot, say })
  }

  /** Puts a file into the field that asks for one, where none stands there yet. */
  async function prove(page: Tab): Promise<boolean> {
    const { proof } = ceremony
    if (uuid !== proof?.by || page.field(proof.field)?.value) return true
    const { course } = plan.proves!
    if (course !== 'stays' && !(await attach(proof.field, page))) return false
    await sleep(chance.of(`${uuid} proves`).below(10_000))
    if (course === 'taken out' && !page.do({ do: 'ClearField', field: proof.field, by: uuid })) return false
    return attach(proof.field, page)
  }

  async function attach(field: string, page: Tab): Promise<boolean> {
    const { proofs } = ceremony
    const number = proofs.length + 1
    const [filename, text] = [`proof ${number} of ${plan.name}.txt`, `what proves it, ${number} of ${plan.name}`]
    const from = network.house.scheduler.now()
    // Where it is over meanwhile, and their data is deleted, nobody takes it.
    const uploaded = await upload(text, ceremony, network, ANY_KIND).catch(() => null)
    if (!uploaded) return false
    proofs.push({ file: uploaded.file, filename, text, from })
    return type(page, field, filename, { method: 'attached', ...uploaded, filename })
  }

  /** Nobody types into two pages in the same moment. */
  async function typeIntoSecond(page: Tab, field: string, text: string): Promise<void> {
    await sleep(1 + tries.below(500))
    type(page, field, text)
    await sleep(1 + tries.below(500))
  }

  async function openPage(signer: Signer): Promise<Tab | null> {
    const seen = await clientOf(network, () => signer).look(pack)
    if (!seen.ok) return null
    const page = await openTab(network, browser, { caller: signer, seen: seen.seen })
    await lookAround(page, seen.state, looks, network)
    return page
  }

  /** What a page shows already is not typed into it. */
  function type(page: Tab, field: string, text: string, value: FieldValue = text): boolean {
    if (field !== notes?.shared) page.eyes?.field(field)
    if (page.field(field)?.value === value) return true
    // Written down first: it is on its way the moment it is typed.
    const one: Typed = { pack, field, signatory: uuid, text, act: null }
    ceremony.typed.push(one)
    one.act = page.do({ do: 'FillField', field, by: uuid, value }, 'typing')
    if (!one.act) ceremony.typed.splice(ceremony.typed.indexOf(one), 1)
    return one.act !== null
  }
}
