/** Without the apostrophe that an export puts before what a spreadsheet would run. */
export const unguarded = (text: string): string =>
  text.replace(/^'(?=[=+\-@＝＋－＠\t\r\n])/, '').replace(/(?<=[;\t\r\n])'(?=[=+\-@＝＋－＠])/g, '')
