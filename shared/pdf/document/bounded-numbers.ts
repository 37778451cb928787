import { PDFParser } from 'pdf-lib'

/** What the library's parsers have in common. */
interface Parsing {
  readonly bytes: { peekAhead(steps: number): number }
  parseRawInt(): number
}

/** No number in a PDF has so many digits. */
const LONGEST = 40
const [ZERO, NINE] = [0x30, 0x39]

/** Made once: with a trace of its own each, a broken file of some megabytes would take minutes. */
const NO_NUMBER = new RangeError('no number, or one without end')

/**
 * Where a file is broken, the library looks for the next object at every byte, and reads all the digits that stand there
 * each time: a signature's place of sixteen thousand zeros, cut off, would take seconds, and a megabyte of them a day.
 */
const prototype = commonPrototype()
const { parseRawInt } = prototype
prototype.parseRawInt = function (this: Parsing) {
  let digits = 0
  for (; digits < LONGEST; digits++) {
    const byte = this.bytes.peekAhead(digits)
    if (!(byte >= ZERO && byte <= NINE)) break
  }
  if (digits === 0 || digits === LONGEST) throw NO_NUMBER
  return parseRawInt.call(this)
}

function commonPrototype(): Parsing {
  let prototype: object = PDFParser.prototype
  while (!Object.hasOwn(prototype, 'parseRawInt')) prototype = Object.getPrototypeOf(prototype)
  return prototype as Parsing
}
