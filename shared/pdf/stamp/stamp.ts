import { hash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import type { PDFContext, PDFDocument, PDFRef } from 'pdf-lib'
import type { ImagePaint, LinkPaint, Paint, PathPaint, TextPaint } from '#pdf/appearance'
import { removeTextUnder } from '#pdf/covered-text'
import {
  areaOf,
  boxesOf,
  dropUnreachable,
  flattenAnnotations,
  isDrawable,
  open,
  overlap,
  type Page,
  pagesOf,
  save,
  withdrawClaims,
} from '#pdf/document'
import type { EvidencePage } from '#pdf/evidence-pages'
import { type Box, toUserSpace, transform, visiblePage } from '#pdf/geometry'
import { digestsOf, type Inflate, pageDigests, unpacking } from '#pdf/page-digest'
import type { FontName } from '#pdf/text-layout'
import { type About, sayWhatItIs } from './about.ts'
import { drawOver } from './draw-over.ts'
import { FontSubset } from './font-subset.ts'
import { embedImage } from './image.ts'
import { addLink } from './links.ts'
import { imageOperators, number, pathOperators, textOperators } from './operators.ts'

/** A field's looks at their place: points from the visible page's top left corner. */
export interface Stamp {
  /** Zero-based. */
  readonly page: number
  readonly x: number
  readonly y: number
  /** Of the field; where it is said, notes of the original under it become part of the page, or they would cover it. */
  readonly width?: number
  readonly height?: number
  /** Nothing below it is to be seen: text goes out of the page. */
  readonly covers?: boolean
  readonly paints: readonly Paint[]
}
export interface StampedFile {
  readonly bytes: Uint8Array
  readonly pages: readonly string[]
  /** SHA-256 of the pages with their streams unpacked; null where nobody asked for it. */
  readonly unpacked: Uint8Array | null
}

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')

/** Puts fields on the pages of a file that intake made, and pages of ours after them. The same arguments make the same bytes. */
export async function stampFile(
  pdf: Uint8Array,
  stamps: readonly Stamp[],
  images: Readonly<Record<string, Uint8Array>>,
  about?: About,
  added: readonly EvidencePage[] = [],
): Promise<StampedFile> {
  return stampDocument(await open(pdf), stamps, images, about, added, true)
}

/** The same for a file that is open; it is changed by it. */
export async function stampDocument(
  document: PDFDocument,
  stamps: readonly Stamp[],
  images: Readonly<Record<string, Uint8Array>>,
  about?: About,
  added: readonly EvidencePage[] = [],
  unpack = false,
): Promise<StampedFile> {
  const own = pagesOf(document).length
  for (const { width, height } of added) document.addPage([width, height])
  const pages = pagesOf(document)
  if (pages.length !== own + added.length) throw new Error('no pages can be added to this file')
  // A field that fell off the file would be missing from what everybody signed.
  if (stamps.some(({ page }) => page < 0 || page >= own)) throw new Error('a field stands on a page that is not there')
  const ink = new Ink(document, images)
  const all = [...stamps, ...added.map(({ paints }, at) => ({ page: own + at, x: 0, y: 0, paints }))]
  for (const [number, page] of pages.entries()) {
    const here = all.filter((stamp) => stamp.page === number && stamp.paints.length > 0)
    if (here.length > 0) await stampPage(document.context, page, here, ink)
  }
  ink.finish()
  withdrawClaims(document)
  // What a page showed under a cover must not stay in the file as something that no page leads to.
  if (stamps.some(({ covers }) => covers)) dropUnreachable(document.context)
  if (about) sayWhatItIs(document, about)
  const digests = unpack ? digestsOf(document, sha256, unpacking(inflate)) : { pages: pageDigests(document, sha256), unpacked: null }
  return { ...digests, bytes: await save(document) }
}

const inflate: Inflate = (packed, most) => {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : null
  }
}

/** All fields of a page become one form with resources of its own, drawn once after the page's own content. */
async function stampPage(context: PDFContext, page: Page, stamps: readonly Stamp[], ink: Ink): Promise<void> {
  const visible = visiblePage(boxesOf(page))
  const drawn: string[] = []
  const resources: Resources = { Font: {}, XObject: {}, ExtGState: {} }
  for (const { x, y, paints } of stamps) {
    const operators: string[] = []
    for (const paint of paints) {
      if (paint.kind !== 'link') operators.push(await ink.operators(paint, resources))
    }
    drawn.push(`q 1 0 0 1 ${number(x)} ${number(y)} cm ${operators.join('\n')} Q`)
  }
  const form = context.stream(deflateSync(drawn.join('\n')), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, visible.width, visible.height],
    Resources: resources,
    Filter: 'FlateDecode',
  })
  drawNotesUnder(context, page, stamps)
  const covers = boxesIn(
    page,
    stamps.filter((stamp) => stamp.covers),
  )
  if (covers.length > 0) removeTextUnder(context, page, covers)
  drawOver(context, page, context.register(form), toUserSpace(visible))
  for (const { x, y, paints } of stamps) {
    for (const paint of paints) if (paint.kind === 'link') addLink(context, page, paint, onPage(page, { x, y, ...paint }))
  }
}

export type Resources = Readonly<Record<'Font' | 'XObject' | 'ExtGState', Record<string, PDFRef>>>

/** In the page's own space. */
function onPage(page: Page, { x, y, width, height }: { x: number; y: number; width: number; height: number }): Box {
  const map = toUserSpace(visiblePage(boxesOf(page)))
  const [one, other] = [transform(map, { x, y }), transform(map, { x: x + width, y: y + height })]
  return [Math.min(one.x, other.x), Math.min(one.y, other.y), Math.max(one.x, other.x), Math.max(one.y, other.y)]
}

/** Of those whose size is known, in the page's own space. */
function boxesIn(page: Page, stamps: readonly Stamp[]): readonly Box[] {
  return stamps.flatMap(({ x, y, width, height }) =>
    width === undefined || height === undefined ? [] : [onPage(page, { x, y, width, height })],
  )
}

/** Readers draw annotations over all that is on the page, and a signer saw the field over them. */
function drawNotesUnder(context: PDFContext, page: Page, stamps: readonly Stamp[]): void {
  const boxes = boxesIn(page, stamps)
  flattenAnnotations(context, page, (annotation) => {
    const area = areaOf(annotation)
    return isDrawable(annotation) && area !== undefined && boxes.some((box) => overlap(area, box))
  })
}

/** The faces and images of one file, each embedded once. */
export class Ink {
  readonly #context: PDFContext
  readonly #images: Readonly<Record<string, Uint8Array>>
  readonly #faces = new Map<FontName, { readonly ref: PDFRef; readonly subset: FontSubset }>()
  readonly #embedded = new Map<string, PDFRef>()
  readonly #states = new Map<number, PDFRef>()

  constructor(document: PDFDocument, images: Readonly<Record<string, Uint8Array>>) {
    this.#context = document.context
    this.#images = images
  }

  async operators(paint: Exclude<Paint, LinkPaint>, resources: Resources): Promise<string> {
    switch (paint.kind) {
      case 'path':
        return pathOperators(paint, this.#transparency(paint, resources.ExtGState))
      case 'text':
        return this.#text(paint, resources.Font)
      case 'image':
        return this.#image(paint, resources.XObject)
    }
  }

  /** Faces are written last, when it is known which glyphs they need. */
  finish(): void {
    for (const { ref, subset } of this.#faces.values()) {
      const written = subset.embed(this.#context)
      this.#context.assign(ref, this.#context.lookup(written)!)
      this.#context.delete(written)
    }
  }

  #transparency({ opacity }: PathPaint, states: Record<string, PDFRef>): string | null {
    if (opacity === undefined) return null
    const state = this.#states.get(opacity) ?? this.#context.register(this.#context.obj({ Type: 'ExtGState', ca: opacity }))
    this.#states.set(opacity, state)
    const name = `opacity${Math.round(opacity * 100)}`
    states[name] = state
    return name
  }

  async #text(paint: TextPaint, fonts: Record<string, PDFRef>): Promise<string> {
    let face = this.#faces.get(paint.font)
    if (!face) {
      face = { ref: this.#context.nextRef(), subset: new FontSubset(paint.font) }
      this.#faces.set(paint.font, face)
    }
    fonts[paint.font] = face.ref
    return textOperators(paint, await face.subset.shape(paint.text, paint.dir), paint.font)
  }

  async #image(paint: ImagePaint, objects: Record<string, PDFRef>): Promise<string> {
    const png = this.#images[paint.digest]
    if (!png) throw new Error('an image that a field shows was not handed over')
    const ref = this.#embedded.get(paint.digest) ?? (await embedImage(this.#context, png))
    this.#embedded.set(paint.digest, ref)
    const name = `image${[...this.#embedded.keys()].indexOf(paint.digest)}`
    objects[name] = ref
    return imageOperators(paint, name)
  }
}
