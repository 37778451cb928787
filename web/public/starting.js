// biome-ignore-all lint/complexity/useArrowFunction: in the language of the browsers that this is for
// biome-ignore-all lint/style/useTemplate: likewise
// Every page runs this before its modules. It says in words what to do where the browser is older than what they are built for
// (`browsers.ts`), and where they break before anything is shown.
;(function () {
  var root = document.getElementById('root')
  var isTeam = root.getAttribute('data-page') === 'team'

  function isRecent() {
    if (!window.CSS || !CSS.supports) return false
    // Chrome and Edge 117 have grids within grids, Firefox 121 has :has(), Safari 16.4 the method of texts and 17.4 that of maps.
    if (!CSS.supports('grid-template-columns', 'subgrid') || !CSS.supports('selector(:has(a))')) return false
    return typeof String.prototype.isWellFormed === 'function' && (!isTeam || typeof Map.groupBy === 'function')
  }
  function whatToDo() {
    // Every browser of an iPhone or iPad is as old as its system. An iPad calls itself a Mac, which has no touch screen.
    var isApple = /iP(hone|ad|od)/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
    if (!isApple) return 'Update this browser, or open this page in a current Chrome, Edge, Firefox or Safari.'
    var version = isTeam ? '17.4' : '16.4'
    return 'Update this device in Settings, General, Software Update (to ' + version + ' or later), or open this page on another device.'
  }

  function makePlace() {
    var place = document.createElement('div')
    place.style.cssText = 'margin: 0 auto; max-width: 27rem; padding: 20vh 24px 0; font: 16px/1.5 system-ui, sans-serif'
    root.appendChild(place)
    return place
  }
  function say(place, words, role) {
    var note = document.createElement('p')
    note.style.cssText = 'margin: 0 0 8px; font-weight: ' + (role ? 600 : 400)
    if (role) note.setAttribute('role', role)
    note.appendChild(document.createTextNode(words))
    place.appendChild(note)
    return note
  }

  function tooOld() {
    root.setAttribute('data-too-old', '')
    var place = makePlace()
    var warning = say(place, 'This browser is too old for Paraph.', 'alert')
    say(place, whatToDo())
    setTimeout(function () {
      place.removeChild(warning)
      say(place, 'Paraph needs a newer browser.')
    }, 30000)
  }
  function broke(words, further) {
    // What breaks later leaves something to be seen, which says so itself.
    if (root.hasChildNodes()) return
    var place = makePlace()
    say(place, words, 'alert')
    say(place, 'Nothing you saved is lost. ' + further)
    var again = document.createElement('button')
    again.appendChild(document.createTextNode('Try again'))
    again.style.cssText = 'font: inherit; min-height: 44px; margin-top: 12px; padding: 0 20px'
    again.addEventListener('click', function () {
      location.reload()
    })
    place.appendChild(again)
  }
  function brokeSoon() {
    // A page that starts all the same takes the place of this.
    setTimeout(function () {
      broke('This page could not start.', 'Try again. If that does not help: ' + whatToDo())
    })
  }
  function failed(event) {
    var from = event.target
    if (from === window) brokeSoon()
    else if (from.tagName === 'SCRIPT' && from.type === 'module') {
      broke('This page could not be loaded.', 'Check your connection, then try again.')
    }
  }

  if (!isRecent()) tooOld()
  else {
    addEventListener('unhandledrejection', brokeSoon)
    addEventListener('error', failed, true)
  }
})()
