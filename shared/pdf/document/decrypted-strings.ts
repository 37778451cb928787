import { PDFParser, PDFString } from 'pdf-lib'

/** What the library's parsers have in common. */
interface Parsing {
  /** Only there where the file is protected. */
  readonly cryptoFactory?: unknown
  parseString(within?: unknown): PDFString
}

/**
 * The library keeps a decrypted text as if it had stood so in the file, and writes it as it is: a bracket or a backslash
 * in it would end it too early or not at all, and take the rest of the object, and all that shares its stream, with it.
 */
const prototype = commonPrototype()
const { parseString } = prototype
prototype.parseString = function (this: Parsing, within?: unknown) {
  const text = parseString.call(this, within)
  return this.cryptoFactory && within ? PDFString.of(escaped(text.asString())) : text
}

/** A reader takes a bare carriage return for a line feed. */
const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&').replaceAll('\r', '\\r')

function commonPrototype(): Parsing {
  let prototype: object = PDFParser.prototype
  while (!Object.hasOwn(prototype, 'parseString')) prototype = Object.getPrototypeOf(prototype)
  return prototype as Parsing
}
