import { CATALOG, INK, rawFile, simple, streamOf } from '../raw.ts'
import type { Entry } from './entry.ts'

const turned = (rotate: string, size: readonly [number, number]): Entry => ({
  name: `a page turned by ${rotate}`,
  bytes: () => simple({ page: `/Rotate ${rotate}` }),
  outcome: 'converted',
  pages: [size],
})
const boxed = (name: string, box: string, page: string, size: readonly [number, number]): Entry => ({
  name,
  bytes: () => simple({ box, page }),
  outcome: 'converted',
  pages: [size],
})

/** Pages of every shape and way up. */
export const BOXES: readonly Entry[] = [
  turned('90', [500, 400]),
  turned('180', [400, 500]),
  turned('270', [500, 400]),
  turned('-90', [500, 400]),
  turned('450', [500, 400]),
  turned('45', [400, 500]),
  turned('90.0', [500, 400]),
  boxed('a CropBox within the page', '[0 0 600 700]', '/CropBox [60 110 460 610]', [400, 500]),
  boxed('a CropBox larger than the page', '[0 0 400 500]', '/CropBox [-50 -50 999 999]', [400, 500]),
  boxed('a CropBox beside the page', '[0 0 400 500]', '/CropBox [900 900 1000 1000]', [400, 500]),
  boxed('a CropBox with its corners the other way round', '[0 0 600 700]', '/CropBox [460 610 60 110]', [400, 500]),
  boxed('a CropBox without any size', '[0 0 400 500]', '/CropBox [10 10 10 10]', [400, 500]),
  boxed('a CropBox that is no box', '[0 0 400 500]', '/CropBox [1 2 3]', [400, 500]),
  boxed('a MediaBox off the origin', '[-100 50 300 550]', '', [400, 500]),
  boxed('a MediaBox with its corners the other way round', '[400 500 0 0]', '', [400, 500]),
  boxed('a MediaBox of decimals', '[0.0 .0 400.5 500.25]', '', [400.5, 500.25]),
  boxed('a MediaBox without any size', '[0 0 0 0]', '', [612, 792]),
  boxed('a MediaBox of no width', '[0 0 0 500]', '', [612, 792]),
  boxed('a MediaBox of no height', '[0 0 500 0]', '', [612, 792]),
  boxed('a MediaBox of hardly any width', '[0 0 0.00001 500]', '', [612, 792]),
  boxed('a MediaBox that is nothing in single precision', '[612 792 612.00001 792.00001]', '', [612, 792]),
  boxed('a MediaBox so far off that nothing of it is left', '[1000000000000 0 1000000000400 500]', '', [612, 792]),
  boxed('a MediaBox beyond all numbers', `[0 0 1${'0'.repeat(400)} 500]`, '', [612, 792]),
  boxed('a MediaBox of words', '[0 0 nan inf]', '', [612, 792]),
  boxed('a CropBox of hardly any width', '[0 0 400 500]', '/CropBox [10 10 10.0000001 400]', [400, 500]),
  boxed('a CropBox that just touches the page', '[0 0 400 500]', '/CropBox [399.9999 0 800 500]', [400, 500]),
  boxed('a unit beyond all numbers', '[0 0 400 500]', `/UserUnit 1${'0'.repeat(400)}`, [400, 500]),
  boxed('no MediaBox at all', '', '', [612, 792]),
  boxed('a unit of two points', '[0 0 200 250]', '/UserUnit 2', [400, 500]),
  boxed('a unit of an inch', '[0 0 8.5 11]', '/UserUnit 72', [612, 792]),
  boxed('a unit of less than nothing', '[0 0 400 500]', '/UserUnit -1', [400, 500]),
  boxed('crop, rotation and unit at once', '[0 0 600 700]', '/CropBox [60 110 460 610] /Rotate 270 /UserUnit 1.5', [750, 600]),
  boxed('a page of one point', '[0 0 1 1]', '', [1, 1]),
  boxed('a page of the largest size', '[0 0 14400 14400]', '', [14_400, 14_400]),
  { name: 'a page larger than that', bytes: () => simple({ box: '[0 0 14401 100]' }), outcome: 'page-too-large' },
  { name: 'a page larger by its unit', bytes: () => simple({ page: '/UserUnit 40' }), outcome: 'page-too-large' },
  { name: 'a page of two billion points', bytes: () => simple({ box: '[0 0 100 2147483647]' }), outcome: 'page-too-large' },
  {
    name: 'boxes and rotation that are inherited, and overruled on the way',
    bytes: () =>
      rawFile([
        CATALOG,
        '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 600 700] /CropBox [60 110 460 610] /Rotate 90 >>',
        '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 1 /MediaBox [0 0 900 900] >>',
        '<< /Type /Page /Parent 3 0 R /Contents 5 0 R /Rotate 0 >>',
        streamOf(INK),
        '<< /Type /Page /Parent 2 0 R /Contents 5 0 R >>',
      ]),
    outcome: 'converted',
    pages: [
      [400, 500],
      [500, 400],
    ],
  },
  {
    name: 'numbers of boxes that are objects of their own',
    bytes: () => simple({ box: '5 0 R', page: '/Rotate 7 0 R', more: ['[0 0 6 0 R 500]', '400', '180'] }),
    outcome: 'converted',
  },
  {
    name: 'pages of different sizes',
    bytes: () =>
      rawFile([
        CATALOG,
        '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 1191] /Rotate 90 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 148] >>',
      ]),
    outcome: 'converted',
    pages: [
      [595, 842],
      [1191, 842],
      [100, 148],
    ],
  },
]
