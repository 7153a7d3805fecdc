import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { env } from '../../env.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { jpegOf, pictured } from '../../testing/media/pictures.ts'
import { asVisitor } from '../../testing/visitor.ts'
import { addPicture } from '../media/service.ts'
import type { FormChange } from './settings-schema.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
let line = 0
const visit = (path: string, init: RequestInit = {}) =>
  app.request(`http://envoi.test/f/${path}`, init, { incoming: { socket: { remoteAddress: `198.19.4.${++line}` } } })
const read = async (path: string) => (await visit(path)).text()
const imagesIn = (page: string) => page.match(/<img\b[^<>]*>/g) ?? []
/** Returns what the embed script shows. */
const shownBy = (script: string): { html: string; style: string }[] =>
  JSON.parse(script.slice(script.lastIndexOf('},{"uid"') + 2, script.lastIndexOf(');'))).versions

/** A form with an image of 1,600 by 900 pixels. */
async function picturedForm(format: 'inline' | 'modal' | 'slide in' | 'sticky bar' = 'inline') {
  const account = await testAccount()
  const { forms, media } = dashboard(account)
  const { id, uid } = await forms.create({ name: 'Footer', type: 'embed', format })
  const bytes = await jpegOf(1600, 900, '#0f766e')
  const wide = await addPicture(account.ctx, { name: 'harbor.jpg', alt: 'A harbor', bytes })
  const { settings } = await forms.get({ id })
  const save = (more: Partial<FormChange['settings']>) =>
    forms.update({ id, name: 'Footer', format, double_opt_in: false, settings: { ...settings, ...more } })
  await save({ picture: { picture_id: wide.id, alt: '', place: 'beside' } })
  return { account, forms, media, id, uid, wide, save }
}

test('a form shows its image in all sizes with its proportions, and loads nothing else', async () => {
  const { uid, wide, save } = await picturedForm()
  for (const path of [uid, `${uid}/frame`]) {
    const response = await visit(path)
    const page = await response.text()
    const [image = ''] = imagesIn(page)
    expect(image).toContain('alt="A harbor" width="1600" height="900"')
    expect(page).toContain('<div class="pictured beside">')
    for (const { width } of wide.sizes)
      expect(page).toContain(`${env().PUBLIC_URL}/media/${wide.key}/${width}.webp ${width}w`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`img-src ${new URL(env().PUBLIC_URL).origin};`)
    const style = page.split('<style>')[1]?.split('</style>')[0] ?? ''
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(page).not.toContain(' style="')
  }
  // The page of the form loads it first, a site when it is scrolled to.
  expect(await read(uid)).toContain('fetchpriority="high"')
  const [embedded] = shownBy(await read(`${uid}/index.js`))
  expect(embedded?.html).toContain('loading="lazy"')
  expect(embedded?.style).toContain('.pictured')

  await save({ picture: { picture_id: wide.id, alt: 'Boats\nat dawn', place: 'above' } })
  expect(await read(uid)).toContain('alt="Boats at dawn"')
  const refused = await visit(uid, {
    method: 'POST',
    body: new URLSearchParams(asVisitor(uid, { email_address: 'nowhere' })),
  })
  expect(imagesIn(await refused.text())).toHaveLength(1)
  await save({ picture: null })
  const plain = await read(uid)
  expect(imagesIn(plain)).toEqual([])
  expect(plain).not.toContain('pictured')
})

test('a tall image is shown whole at a bounded height, and a sticky bar shows a small one', async () => {
  const { account, uid, save, wide } = await picturedForm('sticky bar')
  const sizesIn = (html: string) => /sizes="([^"]*)"/.exec(html)?.[1]
  const [bar] = shownBy(await read(`${uid}/index.js`))
  expect(sizesIn(bar?.html ?? '')).toBe('64px')
  const problem = await visit(uid, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams(asVisitor(uid, { email_address: 'nowhere' })),
  })
  expect(sizesIn((await problem.json()).form)).toBe('64px')
  expect(sizesIn(await read(uid))).toBe('(max-width: 360px) 100vw, 360px')
  const tall = await addPicture(account.ctx, { name: 'cover.jpg', bytes: await jpegOf(800, 1200) })
  await save({ picture: { picture_id: tall.id, alt: '', place: 'above' } })
  expect(imagesIn(await read(uid))[0]).toContain('alt="" width="187" height="280"')
  expect(wide.width).toBe(1600)
})

test('images of a form are listed as used, and one that was deleted leaves the form as it is without', async () => {
  const { forms, media, id, uid, wide, save, account } = await picturedForm()
  const other = await pictured(account.ctx, 'b.jpg', '#b91c1c')
  const { settings } = await forms.get({ id })
  const version_b = { ...settings, labels: {}, picture: { picture_id: other.id, alt: '', place: 'above' as const } }
  await save({ ...settings, version_b })
  for (const picture of [wide, other])
    expect(await media.uses({ id: picture.id })).toMatchObject([{ kind: 'form', id, name: 'Footer' }])
  const versions = shownBy(await read(`${uid}/index.js`))
  expect(versions.map(({ html }) => html.includes(wide.key))).toEqual([true, false])
  expect(versions.map(({ html }) => html.includes(other.key))).toEqual([false, true])

  await media.remove({ id: wide.id })
  expect(shownBy(await read(`${uid}/index.js`)).map(({ html }) => imagesIn(html).length)).toEqual([0, 1])
  const kept = await forms.get({ id })
  expect(kept.settings).toMatchObject({ picture: null, version_b: { picture: { picture_id: other.id } } })
  expect(kept.pictures.map(([picture_id]) => picture_id)).toEqual([other.id])
  // The settings that the page shows can be saved.
  await save(kept.settings)
  await forms.endTest({ id, keep: 'b' })
  expect((await forms.get({ id })).settings).toMatchObject({ picture: { picture_id: other.id }, version_b: null })
})

test('only images of the account’s library are accepted, and landing pages have theirs in sections', async () => {
  const { account, save, wide } = await picturedForm()
  const foreign = await pictured((await testAccount()).ctx)
  const chosen = { picture_id: wide.id, alt: '', place: 'above' as const }
  for (const picture_id of [foreign.id, 999_999])
    await expect(save({ picture: { ...chosen, picture_id } })).rejects.toThrow('no longer in the library')
  for (const wrong of [{ alt: 'x'.repeat(1_001) }, { place: 'behind' as 'above' }, { picture_id: 0 }])
    await expect(save({ picture: { ...chosen, ...wrong } })).rejects.toThrow()
  const { forms } = dashboard(account)
  const page = await forms.create({ name: 'Page', type: 'hosted', format: null })
  const { settings } = await forms.get({ id: page.id })
  const change = { id: page.id, name: 'Page', format: null, double_opt_in: true }
  await expect(forms.update({ ...change, settings: { ...settings, picture: chosen } })).rejects.toThrow('sections')
})
