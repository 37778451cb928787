import sharp from 'sharp'
import { eventually, linkOf, type PreparedField, prepared, sent, viewOf } from '../support/prepared.ts'
import { openList, test } from './support/desk.ts'
import { expect, looksRight } from './support/server.ts'
import { begins, finishing, onwards, typesName } from './support/signer.ts'

const SIGNATURE: PreparedField = { type: 'signature', x: 72, y: 120, width: 160, height: 48, signer: 0, required: true }
const typed = { method: 'typed', text: 'Mira Castell' }
const stroke = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><path d="M40 150 Q150 20 360 120" stroke="#223" stroke-width="6" fill="none"/></svg>',
)
const photo = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#d8d2c4' } })
    .composite([{ input: stroke }])
    .jpeg()
    .toBuffer()
const noPicture = "Error uploading your file:/ Make sure you're uploading an image."

test('[D-099 D-436 S-086 S-101 S-327 S-329 S-380] an account holder draws, types or uploads a signature once, and signs their own field with one press', async ({
  desk,
  server,
  account,
}) => {
  await openList(desk, server.url)
  await desk.getByRole('button', { name: /^Profile/ }).click()
  await desk.getByRole('button', { name: 'Your signatures' }).click()
  const setup = desk.getByRole('dialog', { name: 'Your signatures' })
  await setup.getByRole('button', { name: 'Save' }).click()
  await expect(setup.getByRole('alert')).toHaveText('A drawn signature is required in order to proceed.')
  const pad = setup.getByRole('img', { name: /drawing area/ })
  const box = (await pad.boundingBox())!
  const widthOf = (selector: string) => pad.evaluate((svg, of) => svg.closest<HTMLElement>(of)!.clientWidth, selector)
  expect((await widthOf('form')) - (await pad.evaluate((svg) => svg.parentElement!.offsetWidth))).toBe(10)
  await desk.mouse.move(box.x + 40, box.y + 60)
  await desk.mouse.down()
  for (const [x, y] of [
    [90, 120],
    [150, 40],
    [230, 110],
  ] as const)
    await desk.mouse.move(box.x + x, box.y + y, { steps: 4 })
  await desk.mouse.up()
  await desk.route('**/app/user/signatures', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await setup.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Something went wrong while creating your signature. Please try again.')).toBeVisible()
  await expect(setup.getByRole('alert')).toHaveText('error creating signature')
  await desk.unroute('**/app/user/signatures')
  await setup.getByRole('button', { name: 'Save' }).click()
  await expect(setup.getByRole('img', { name: 'Drawing 1' })).toBeVisible()
  await setup.getByText('Type', { exact: true }).click()
  await setup.getByRole('textbox').fill('Mira Castell')
  await desk.keyboard.press('Enter')
  await expect(setup.getByRole('img', { name: 'Mira Castell' })).toBeVisible()
  await setup.getByText('Upload', { exact: true }).click()
  await setup.getByRole('button', { name: 'Save' }).click()
  await expect(setup.getByRole('alert')).toHaveText('Choose a picture of your signature first.')
  await setup.getByLabel(/^Picture for/).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await expect(setup.getByRole('img', { name: 'This is saved' })).toBeVisible()
  await expect(setup.getByRole('checkbox', { name: 'Remove background' })).toBeChecked()
  await looksRight(desk, 'my-signatures-picture')
  await setup.getByRole('button', { name: 'Save' }).click()
  const picture = setup.getByRole('img', { name: 'Picture 1' })
  await expect(picture.locator('image')).toHaveAttribute('href', /serve_image/)
  await looksRight(desk, 'my-signatures')
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'my-signatures-phone')
  await desk.setViewportSize({ width: 1440, height: 900 })
  await desk.keyboard.press('Escape')

  const { pack, fields } = await prepared(account, 'Signed by its sender', ['Anna Okafor'], [{ ...SIGNATURE, signer: 'self' }])
  await desk.goto(`${server.url}/#documents/${pack}`)
  await desk.locator(`[data-field="${fields[0]}"]`).click()
  const offered = desk.getByRole('group', { name: 'Used before' })
  await expect(offered.getByRole('button')).toHaveCount(3)
  await looksRight(desk, 'editor-used-before')
  // None is offered that was made in a way that the request does not allow.
  const ways = (allowed: boolean) =>
    account.post(`/app/documents/${pack}/update_document`, {
      data: { can_use_drawn_signature: allowed, can_use_uploaded_signature: allowed },
    })
  await ways(false)
  await expect(offered.getByRole('button')).toHaveCount(1)
  await expect(offered.getByRole('button')).toHaveAccessibleName('Use “Mira Castell”')
  await ways(true)
  await expect(offered.getByRole('button')).toHaveCount(3)
  // A picture gets bytes of the document's own.
  await offered.getByRole('button', { name: 'Use picture 1' }).click()
  const { view } = await eventually(
    () => viewOf(account, pack),
    ({ view }) => view.fields[fields[0]!]!.value !== null,
  )
  const used = view.fields[fields[0]!]!.value as { readonly method: string; readonly file: string }
  expect(used.method).toBe('uploaded')
  expect((await account.bytes(`/app/serve_image/${used.file}`)).length).toBeGreaterThan(100)
  await desk.getByRole('button', { name: /^Clear: / }).click()
  await offered.getByRole('button', { name: 'Use “Mira Castell”' }).press('Enter')
  await eventually(
    () => viewOf(account, pack),
    ({ view }) => JSON.stringify(view.fields[fields[0]!]!.value) === JSON.stringify(typed),
  )
  // Another field of one's own is signed as it is placed.
  await desk.getByRole('combobox', { name: 'New fields are for' }).click()
  await desk.getByRole('option', { name: 'Me (sender)' }).click()
  await desk
    .locator('[data-page="0"]')
    .first()
    .click({ position: { x: 10, y: 10 } })
  await desk.keyboard.press('s')
  await desk.keyboard.press('Enter')
  await eventually(
    () => viewOf(account, pack),
    ({ view }) =>
      view.fieldOrder.length === 2 && view.fieldOrder.every((key) => JSON.stringify(view.fields[key]!.value) === JSON.stringify(typed)),
  )

  // Asked to sign at the address of the account, they are offered the same there.
  const asked = await sent(account, 'Asked of its sender', ['Mira Castell'], [SIGNATURE])
  await begins(desk, await linkOf(account, asked.pack, asked.signers[0]!))
  await expect(offered.getByRole('button')).toHaveCount(3)
  await looksRight(desk, 'signing-used-before')
  await desk.setViewportSize({ width: 390, height: 844 })
  await looksRight(desk, 'signing-used-before-phone')
  await offered.getByRole('button', { name: 'Use picture 1' }).press('Enter')
  await expect(offered).toHaveCount(0)
  await eventually(
    () => viewOf(account, asked.pack),
    ({ view: { fields: all } }) => all[asked.fields[0]!]!.filledBy !== null,
  )
  await expect(desk.getByRole('img', { name: /as uploaded$/ })).toBeVisible()
  await onwards(desk).click()
  await expect(finishing(desk)).toBeVisible()
})

test('a typed signature looks the same next to the page as on it, in any script', async ({ page, account }) => {
  const made = await sent(account, 'Typed in Arabic', ['Anna Okafor'], [SIGNATURE])
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  const looksOf = (text: string) =>
    page
      .locator('svg text')
      .filter({ hasText: text })
      .evaluateAll((all) => all.map((of) => [getComputedStyle(of).fontFamily, getComputedStyle(of).fill]))
  for (const name of ['محمد', 'Anna']) {
    await typesName(page, name)
    await expect.poll(() => looksOf(name)).toHaveLength(2)
    const [onPage, inPreview] = await looksOf(name)
    expect(inPreview).toEqual(onPage)
  }
})

test('[S-169 S-172 S-338 S-339] only the ways that the request allows are offered; a drawing that is missing and a picture that is none are said so', async ({
  page,
  account,
}) => {
  const drawing = await sent(account, 'Drawn alone', ['Anna Okafor'], [SIGNATURE], false, {
    can_use_typed_signature: false,
    can_use_uploaded_signature: false,
  })
  await begins(page, await linkOf(account, drawing.pack, drawing.signers[0]!))
  await expect(page.getByRole('img', { name: /drawing area/ })).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'How you sign' })).toHaveCount(0)
  await onwards(page).click()
  await expect(page.getByText('A drawn signature is required in order to proceed.')).toBeVisible()

  const either = await sent(account, 'Drawn or a picture', ['Anna Okafor'], [SIGNATURE], false, { can_use_typed_signature: false })
  await begins(page, await linkOf(account, either.pack, either.signers[0]!))
  const ways = page.getByRole('radiogroup', { name: 'How you sign' })
  await expect(ways.getByRole('radio')).toHaveCount(2)
  await ways.getByText('Upload').click()
  await page.clock.install()
  await page.getByLabel(/^Picture for/).setInputFiles({ name: 'signature.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  const said = page.getByRole('alert').filter({ hasText: noPicture })
  await expect(said).toBeVisible()
  await expect(page.getByText('PNG, JPEG or WebP. Large photos are made smaller first.')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60 * 60_000)
  await expect(said).toHaveCount(0)
})

test('a photo of 48 megapixels is made smaller before it goes out, one of HEIC is refused in words of its own, and else the server’s reason is said', async ({
  page,
  account,
}) => {
  const made = await sent(account, 'Large photos', ['Anna Okafor'], [SIGNATURE])
  await page.setViewportSize({ width: 390, height: 844 })
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  await page.getByRole('radiogroup', { name: 'How you sign' }).getByText('Upload').click()
  const chooser = page.getByLabel(/^Picture for/)
  const said = page.getByRole('alert')
  await chooser.setInputFiles({
    name: 'photo.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  })
  await expect(said).toContainText('This is a HEIC photo, which this browser cannot read. Save it as JPEG')
  await looksRight(page, 'signing-photo-heic-phone')
  const refusal = {
    success: false,
    code: 'upload-refused',
    message: 'This image has more than 25 megapixels. Please upload a smaller one.',
  }
  await page.route('**/data_field_upload_success/**', (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 })
  await chooser.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await expect(said).toHaveText(refusal.message)

  const large = await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#d8d2c4' } })
    .composite([{ input: await sharp(stroke).resize(4_000).png().toBuffer() }])
    .jpeg()
    .toBuffer()
  await chooser.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: large })
  await expect(page.getByRole('img', { name: /as uploaded$/ })).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('[S-156 S-383 S-384] that a picture is being taken off its paper is said until it is back; its progress is held at 99 %, and let go after 5 s', {
  tag: '@long',
}, async ({ desk, server }) => {
  await openList(desk, server.url)
  await desk.getByRole('button', { name: /^Profile/ }).click()
  await desk.getByRole('button', { name: 'Your signatures' }).click()
  const setup = desk.getByRole('dialog', { name: 'Your signatures' })
  await setup.getByText('Upload', { exact: true }).click()
  const said = setup.getByRole('status').filter({ hasText: 'Removing the background…' })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await desk.route('**/app/signature_upload_success', async (route) => {
    await held
    await route.continue()
  })
  await desk.clock.install()
  await desk.clock.pauseAt(Date.now() + 5_000)
  await setup.getByLabel(/^Picture for/).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  await expect(setup.getByRole('button', { name: 'Uploading, 99 %' })).toBeDisabled()
  await expect(said).toBeVisible()
  await desk.clock.runFor(4_900)
  await expect(setup.getByRole('button', { name: 'Uploading, 99 %' })).toBeVisible()
  await desk.clock.runFor(200)
  await expect(setup.getByRole('button', { name: 'Uploading…' })).toBeVisible()
  await expect(said).toBeVisible()
  await desk.clock.resume()
  await looksRight(desk, 'my-signatures-enhancing')
  letGo()
  await expect(setup.getByRole('img', { name: 'This is saved' })).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('a signer’s photograph stands in the document without its paper, or with it where they want that', { tag: '@long' }, async ({
  page,
  account,
}) => {
  const made = await sent(account, 'Photographed signature', ['Anna Okafor'], [SIGNATURE])
  await page.setViewportSize({ width: 390, height: 844 })
  await begins(page, await linkOf(account, made.pack, made.signers[0]!))
  await page.getByRole('radiogroup', { name: 'How you sign' }).getByText('Upload').click()
  await page.getByLabel(/^Picture for/).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() })
  const paperOut = page.getByRole('checkbox', { name: 'Remove background' })
  await expect(paperOut).toBeChecked()
  const preview = page.getByRole('img', { name: /as uploaded$/ })
  const widthShown = () => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(widthShown).toBeLessThan(400)
  await looksRight(page, 'signing-paper-out-phone')
  await page.route('**/data_field_upload_success/**', (route) => route.abort())
  await paperOut.click()
  await expect(page.getByText('The background could not be removed. Please try again.')).toBeVisible()
  await expect(paperOut).toBeChecked()
  await page.unroute('**/data_field_upload_success/**')
  await paperOut.click()
  await expect.poll(widthShown).toBe(400)
  await expect(paperOut).not.toBeChecked()
  await page.setViewportSize({ width: 1440, height: 900 })
  await looksRight(page, 'signing-paper-in')
  await paperOut.check()
  await expect.poll(widthShown).toBeLessThan(400)
})

test.describe('by finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('one finger draws: neither a second one nor the palm under a pen leaves a stroke', async ({ page, account }) => {
    const made = await sent(account, 'Two fingers', ['Anna Okafor'], [SIGNATURE])
    await begins(page, await linkOf(account, made.pack, made.signers[0]!))
    const pad = page.getByRole('img', { name: /drawing area/ })
    await pad.scrollIntoViewIfNeeded()
    const { x, y } = (await pad.boundingBox())!
    const client = await page.context().newCDPSession(page)
    const at = (left: number, top: number, id = 0) => ({ x: x + left, y: y + top, id })
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: ReturnType<typeof at>[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints })
    const drawn = () =>
      page
        .getByRole('img', { name: /^Signature: draw/ })
        .locator('path')
        .evaluateAll((all) =>
          all.map((path) => {
            const { y: top, height } = (path as SVGPathElement).getBBox()
            return top + height
          }),
        )
    await touch('touchStart', at(40, 30))
    await touch('touchMove', at(80, 40))
    await touch('touchStart', at(80, 40), at(200, 120, 1))
    await touch('touchMove', at(120, 30), at(210, 125, 1))
    await touch('touchMove', at(160, 40), at(220, 130, 1))
    // The second finger is lifted first.
    await touch('touchMove', at(200, 30))
    await touch('touchEnd')
    const strokes = await drawn()
    expect(strokes).toHaveLength(1)
    expect(strokes[0]).toBeLessThan(60)

    await page.getByRole('button', { name: 'Clear' }).tap()
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point: ReturnType<typeof at>) =>
      client.send('Input.dispatchMouseEvent', { type, ...point, button: 'left', buttons: 1, clickCount: 1, pointerType: 'pen' })
    await touch('touchStart', at(220, 125))
    await pen('mousePressed', at(40, 30))
    await touch('touchMove', at(230, 128))
    await pen('mouseMoved', at(120, 45))
    await touch('touchEnd')
    await pen('mouseReleased', at(120, 45))
    await touch('touchStart', at(220, 125))
    await touch('touchEnd')
    const byPen = await drawn()
    expect(byPen).toHaveLength(1)
    expect(byPen[0]).toBeLessThan(60)
  })
})
