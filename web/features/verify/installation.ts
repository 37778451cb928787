import type { InstallationAnchor } from '#pdf/verification'

export type Anchor = InstallationAnchor

/** The seals that the installation which served this page calls its own. They stay in the page when it is saved. */
export function knownAnchors(): readonly Anchor[] {
  try {
    const { anchors } = JSON.parse(document.getElementById('installation')?.textContent ?? '') as { anchors?: readonly Anchor[] }
    return anchors ?? []
  } catch {
    return []
  }
}
