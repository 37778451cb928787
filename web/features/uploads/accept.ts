/** Whether a file may be uploaded as a document. The server looks inside; this is what the name and the system say. */
export const isPdf = (file: { readonly name: string; readonly type: string }): boolean =>
  /\.pdf$/i.test(file.name) || file.type === 'application/pdf'

/** What the system's dialog offers. */
export const PDFS = 'application/pdf,.pdf'

/** Bytes as people say them: "640 kB", "18 MB", "2.4 MB". */
export function sizeInWords(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? megabytes.toFixed(1).replace(/\.0$/, '') : Math.round(megabytes)} MB`
}
