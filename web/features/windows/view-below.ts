let below = 'documents'

/** The address of the view that was there last, windows apart; of the documents where none was. */
export const viewBelow = (): string => below
export const noteView = (hash: string): void => {
  below = hash.replace(/^#\/?/, '') || below
}
