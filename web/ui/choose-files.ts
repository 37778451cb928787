interface Wanted {
  readonly accept?: string
  readonly multiple?: boolean
}

let open: HTMLInputElement | null = null

/**
 * Opens the system's dialog for choosing files; none where it was closed without a choice. The input stays in the page until then:
 * WebKit throws away one that stands nowhere, and the choice with it.
 */
export function chooseFiles({ accept = '', multiple = false }: Wanted): Promise<readonly File[]> {
  // A browser that does not say that its dialog was closed leaves the last one behind.
  open?.remove()
  const input = Object.assign(document.createElement('input'), { type: 'file', accept, multiple, hidden: true })
  open = input
  document.body.append(input)
  return new Promise((resolve) => {
    const chosen = () => {
      input.remove()
      resolve([...(input.files ?? [])])
    }
    input.addEventListener('change', chosen)
    input.addEventListener('cancel', chosen)
    input.click()
  })
}
