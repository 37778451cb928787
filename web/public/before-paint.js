// Before the first paint, so that a dark screen never flashes white. The key is the one that the theme's switch writes.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('paraph-color-scheme')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
// Where a script of the page does not come, nothing else is there to say so.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root')
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module' || !root || root.hasChildNodes()) return
    const note = document.createElement('p')
    note.setAttribute('role', 'alert')
    note.textContent = 'This page could not be loaded. Nothing you saved is lost. Check your connection, then try again.'
    const again = document.createElement('button')
    again.textContent = 'Try again'
    again.addEventListener('click', () => location.reload())
    Object.assign(root.style, { font: '1rem/1.5 system-ui, sans-serif', margin: '20vh auto 0', maxWidth: '26rem', padding: '0 1.5rem' })
    Object.assign(again.style, { font: 'inherit', minHeight: '2.75rem', padding: '0 1.25rem' })
    root.append(note, again)
  },
  true,
)
