import { FONT_PLACES, type FontPlaces, missingFonts } from '#pdf/font-files'
import type { Finding } from './finding.ts'

const MOST_NAMED = 3

/** Whether every font file is there, and what to do where one is not. */
export function fontHealth(places: FontPlaces = FONT_PLACES): Finding {
  const name = 'fonts'
  const { ofPackages, ofProduct } = missingFonts(places)
  if (ofPackages.length + ofProduct.length === 0) return { name, ok: true, words: 'every font file is there' }
  const remedies = [
    ...(ofPackages.length > 0 ? [`${named(ofPackages)} of the npm packages: run "npm ci" again`] : []),
    ...(ofProduct.length > 0
      ? [`${named(ofProduct)} in assets/fonts: unpack Paraph again, or restore that folder from its repository`]
      : []),
  ]
  return { name, ok: false, words: `text in some scripts can be neither shown nor sealed. Missing: ${remedies.join('; ')}` }
}

function named(files: readonly string[]): string {
  const more = files.length - MOST_NAMED
  return `${files.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
