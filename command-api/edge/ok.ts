/** An answer of success. Spelt as a function so that `success` keeps its literal type. */
export function ok(): { success: true }
export function ok<T extends object>(answer: T): { success: true } & T
export function ok(answer: object = {}) {
  return { success: true, ...answer }
}
