export interface Anchor {
  readonly fingerprint: string
  readonly name: string
}

/** The seals that the installation which served this page calls its own. They stay in the page when it is saved. */
export function knownAnchors(): readonly Anchor[] {
  try {
    const { anchors } = JSON.parse(document.getElementById('installation')?.textContent ?? '') as { anchors?: readonly Anchor[] }
    return anchors ?? []
  } catch {
    return []
  }
}
