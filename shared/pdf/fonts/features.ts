/**
 * OpenType features that are switched off on both sides, since the width tables know nothing of them. In CSS:
 * `font-kerning: none; font-variant-ligatures: none`. What a script can't be read without stays on.
 */
export const PLAIN_FEATURES: Readonly<Record<string, boolean>> = { kern: false, liga: false, clig: false, dlig: false, calt: false }
