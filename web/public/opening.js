// While the page's scripts are still on their way: the token of the link becomes a session, and a signer who consented
// before is shown the page they come back to. `first-look.ts` and `early-pictures.ts` take over from here.
;(() => {
  const token = decodeURIComponent(location.pathname.split('/')[2] ?? '')
  if (token === '' || token === 'ended') return
  // The page was quicker, and has opened the link itself.
  if (window.paraphOpening) return
  const { consented = '' } = document.currentScript.dataset
  const answered = fetch('/app/signing_sessions', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ token, begins_visit: false }),
    credentials: 'same-origin',
    redirect: 'manual',
    priority: 'high',
  })
  const opening = { token, answered, pictures: new Map(), over: false }
  window.paraphOpening = opening

  /** The page with the first field that is still empty, else the first page. */
  const placeIn = ({ view, signatory_uuid: me }) => {
    const documents = view.documents.filter(({ pages }) => pages.length > 0)
    const at = ({ document, page }) => documents.findIndex(({ key }) => key === document) * 10_000 + page
    const own = Object.values(view.fields).filter(({ removed, assignee, value }) => !removed && assignee === me && value === null)
    const first = own.sort((a, b) => at(a) - at(b))[0]
    return { document: documents.find(({ key }) => key === first?.document) ?? documents[0], page: first?.page ?? 0 }
  }
  /** The part after consent: not at the same time as the picture, since the connection is slow, and before the scripts ask for it. */
  const comesNext = () => {
    // Style sheets are asked for as the build asks for them, or they come twice.
    for (const href of consented.split(' ').filter(Boolean)) {
      const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style', crossOrigin: '' } : { rel: 'modulepreload' }
      document.head.append(Object.assign(document.createElement('link'), kind, { href }))
    }
  }
  const look = async () => {
    const session = await (await answered).clone().json()
    if (!session.success || session.finished) return
    const me = session.view.signatories.find(({ uuid }) => uuid === session.signatory_uuid)
    if (me?.consent !== session.consent.version) return
    const { document: shown, page } = placeIn(session)
    if (!shown) return comesNext()
    const path = `/documents/${shown.key}/get_blob_as_image?index_of_page=${page}`
    const coming = fetch(path, { headers: { 'x-session-token': session.session_token }, priority: 'high' }).then(async (answer) => {
      if (!answer.ok) throw new Error('no picture')
      return URL.createObjectURL(await answer.blob())
    })
    const picture = { url: null, coming }
    opening.pictures.set(path, picture)
    const url = await coming.finally(comesNext)
    picture.url = url
    const root = document.getElementById('root')
    if (!root) return
    const image = document.createElement('img')
    image.src = url
    image.alt = ''
    image.dataset.firstPage = ''
    const { width, height } = shown.pages[page]
    image.style.aspectRatio = `${width} / ${height}`
    await image.decode()
    // The page itself was quicker: it shows the same picture in its place.
    if (opening.over) return
    root.before(image)
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
  }
  // Whatever fails here is asked again by the page, which says so in words.
  answered.catch(() => undefined)
  opening.looked = look().catch(() => undefined)
})()
