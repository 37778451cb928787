export { BadPageTree, boxesOf, type Page, pagesOf, plantPages, rectangleOf, TooManyPages } from './pages.ts'
