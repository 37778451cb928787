// Imported first by the signer's page. Running what comes after it takes a phone a while in which it paints nothing: a
// picture that is about to come is painted before.
const LONGEST_MS = 150

const { paraphOpening } = globalThis as { paraphOpening?: { readonly looked: Promise<void> } }
if (paraphOpening) await Promise.race([paraphOpening.looked, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))])

export {}
