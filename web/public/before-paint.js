// Before the first paint, so that a dark screen never flashes white. The key is the one that the theme's switch writes.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('paraph-color-scheme')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
