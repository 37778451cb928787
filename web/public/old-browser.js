// biome-ignore-all lint/complexity/useArrowFunction: in the language of what this is for
// Internet Explorer, and whatever else knows no modules, runs this and nothing else of the page.
;(function () {
  var root = document.getElementById('root')
  function say(words, role) {
    var note = document.createElement('p')
    if (role) note.setAttribute('role', role)
    note.appendChild(document.createTextNode(words))
    root.appendChild(note)
    return note
  }
  var warning = say('This browser is too old for Paraph. Please open this page in a current Edge, Chrome, Firefox or Safari.', 'alert')
  setTimeout(function () {
    root.removeChild(warning)
    say('Paraph needs a newer browser.')
  }, 30000)
})()
