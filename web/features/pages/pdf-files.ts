/** What pdf.js asks for while drawing: character maps, stand-ins for fonts that are not embedded, decoders. Each is its own file of the build. */
const urls = import.meta.glob<string>(
  [
    '../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../node_modules/pdfjs-dist/wasm/*.{wasm,js}',
  ],
  { query: '?url&no-inline', import: 'default', eager: true },
)
const byName = new Map(Object.entries(urls).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]))

export async function pdfFile(name: string): Promise<Uint8Array> {
  const url = byName.get(name)
  if (url === undefined) throw new Error(`pdf.js has no file called ${name}`)
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${name} could not be loaded`)
  return new Uint8Array(await answer.arrayBuffer())
}
