/** Saves a text as a file. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  link.download = name
  link.click()
  // Browsers read it after the click; later nobody does.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
