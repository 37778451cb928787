export { balance, contentsOf, surround } from './contents.ts'
export { open, save } from './load.ts'
export { BadPageTree, boxesOf, type Page, pagesOf, plantPages, rectangleOf, TooManyPages } from './pages.ts'
export { dropUnreachable } from './reachable.ts'
