export { BadPageTree, boxesOf, EndlessPageTree, type Page, pagesOf, plantPages, rectangleOf, TooManyPages } from './pages.ts'
