/** How much one signature may hold: strokes, numbers of a stroke, units of the pad, characters that were typed. */
export const MOST_DRAWN = { strokes: 500, numbers: 20_000, coordinate: 100_000, height: 10_000, typed: 200 } as const
