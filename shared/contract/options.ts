/** The options of a choice field as one line of comma-separated values (RFC 4180), and back. */
export function optionsFromCsv(line: string): string[] {
  const options: string[] = []
  let option = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    if (quoted && sign === '"' && line.charAt(at + 1) === '"') {
      option += '"'
      at++
    } else if (sign === '"' && (quoted || option.trim() === '')) {
      if (!quoted) option = ''
      quoted = !quoted
    } else if (!quoted && (sign === ',' || sign === '\n' || sign === '\r')) {
      options.push(option)
      option = ''
    } else option += sign
  }
  options.push(option)
  return options.map((text) => text.trim()).filter((text) => text !== '')
}

export function optionsToCsv(options: readonly string[]): string {
  return options.map((option) => (/[",\r\n]|^\s|\s$/.test(option) ? `"${option.replaceAll('"', '""')}"` : option)).join(',')
}
