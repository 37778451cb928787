const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

/** Endings that nobody gives to a document: a name with one of them anywhere is that of a program, even if more follows. */
const PROGRAMS = words(`
  exe scr pif bat cmd msi msix msixbundle msp msu appx appxbundle appinstaller appref-ms ps1 ps1xml ps2 psm1 psd1 vbe vbs vbscript
  jse wsc wsf hta sct shb shs lnk scf library-ms search-ms searchconnector-ms settingcontent-ms appcontent-ms diagcab cpl dll ocx
  jar jnlp apk aab xapk dmg appimage dylib chm xll wll xbap iqy scptd fileloc inetloc mobileconfig
`)
/** Endings that stand inside names of documents too, as in `example.com.pdf`: only as the last. */
const ALSO_WORDS = words(`
  com app application command run sys so js mjs cjs vb vbp ws wsh sh bash zsh csh ksh fish pl plg py pyc pyo pyw pyz pyzw
  bas osd ops prg pcd fxp grp gadget msc mst msh msh1 msh2 mshxml cdxml ps2xml psc1 psc2 drv elf deb rpm pkg snap flatpak ipa
  iso img vhd vhdx wim cab url website webloc theme themepack desktop terminal scpt applescript workflow
  hlp reg inf ins isp its htc mht mhtml xla xlam ppa ppam xnk oqy rqy dqy ade adp mde accde mad maf mag mam maq mar mas mau mav maw mda
  crx xpi oxt rdp pbk ica udl wsb
`)
/** Windows opens such a file with what the number stands for. */
const CLASS_ID = /^\{[0-9a-f-]{36}\}$/
/** It changes how Windows shows the folder it is saved to, with pictures from elsewhere. */
const FOLDER_SETTINGS = 'desktop.ini'

/**
 * Whether opening a file of this name may run or install something, or reach out for another computer, as shortcuts do. Windows forgets
 * dots and spaces at the end, opens what stands before a colon, and hides the last ending; signs that are not seen hide it from people.
 */
export function isExecutableName(name: string): boolean {
  return name
    .normalize('NFKC')
    .split(/[:/\\]/)
    .some(isProgram)
}

function isProgram(part: string): boolean {
  const seen = part
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[\s.]+$/, '')
    .trim()
    .toLowerCase()
  const endings = seen
    .split('.')
    .slice(1)
    .map((ending) => ending.trim())
  const last = endings.at(-1) ?? ''
  return seen === FOLDER_SETTINGS || ALSO_WORDS.has(last) || CLASS_ID.test(last) || endings.some((ending) => PROGRAMS.has(ending))
}
