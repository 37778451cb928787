/** Light or dark as in the app where it was chosen there, otherwise as the system has it. A saved copy has no storage to ask. */
export function followColourScheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    let chosen: string | null = null
    try {
      chosen = localStorage.getItem('paraph-color-scheme')
    } catch {}
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  }
  apply()
  system.addEventListener('change', apply)
}
