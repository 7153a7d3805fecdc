import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { applyLayout } from '../../mail/layouts.ts'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount, withRole } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { pictured } from '../../testing/media/pictures.ts'
import { unsubscribeUrl } from '../delivery/tracking/tokens.ts'
import { renderServiceEmail } from '../service-mail/service-email.ts'
import { findLayout } from '../templates/service.ts'
import { findStyle } from './service.ts'

const pages = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })

const CHOICES = {
  logo_id: null,
  logo_size: 'medium',
  font: 'georgia',
  heading_font: 'verdana',
  accent_color: '#B45309',
  text_color: '#1f2937',
  background_color: '#fffbeb',
  corners: 'square',
} as const

async function postOf(account: TestAccount): Promise<string> {
  const { posts } = dashboard(account)
  const { id } = await posts.create({ title: 'A day out', content: '<p>Hello</p>' })
  await posts.publish({ id })
  return (await pages.request(`/p/${account.account_id}`)).text()
}

test('an account has no style before it chooses one and after it removes it', async () => {
  const account = await testAccount()
  const { style } = dashboard(account)
  expect(await style.get()).toMatchObject({ is_chosen: false, logo: null })
  expect(await findStyle(account.ctx)).toBeNull()
  const before = await postOf(account)
  expect(await style.save(CHOICES)).toMatchObject({ is_chosen: true, choices: { accent_color: '#b45309' } })
  const styled = await (await pages.request(`/p/${account.account_id}`)).text()
  expect(styled).toContain('--paper:#fffbeb;--ink:#1f2937')
  expect(styled).toContain('Georgia')
  await style.remove()
  expect(await (await pages.request(`/p/${account.account_id}`)).text()).toBe(before)
})

test('a logo comes from the library in its displayed size, and disappears from pages with its image', async () => {
  const [account, stranger] = [await testAccount(), await testAccount()]
  const { style, media } = dashboard(account)
  const { name } = await account.ctx.db.account.findFirstOrThrow()
  const { id } = await pictured(account.ctx, 'logo.jpg')
  const foreign = await pictured(stranger.ctx, 'logo.jpg')
  await expect(style.save({ ...CHOICES, logo_id: foreign.id + 1_000_000 })).rejects.toThrow('no longer in the library')
  await style.save({ ...CHOICES, logo_id: id, logo_size: 'small' })
  const logo = (await style.get()).logo
  expect(logo).toMatchObject({ alt: name, height: 32 })
  expect(logo?.url).toMatch(/\/media\/[\w-]{22}\/\d+\./)
  expect(await postOf(account)).toContain(`<img class="logo" src="${logo?.url}" alt="${name}"`)
  expect(await media.uses({ id })).toMatchObject([{ kind: 'style' }])
  await media.remove({ id })
  expect(await style.get()).toMatchObject({ is_chosen: true, choices: { logo_id: null }, logo: null })
  expect((await findStyle(account.ctx))?.logo).toBeNull()
})

test.each([
  ['accent_color', 'red;}body{display:none}', 'Enter a color like #1d4ed8'],
  ['background_color', '#fff', 'Enter a color like #1d4ed8'],
  ['font', 'Comic Sans', 'Invalid option'],
  ['corners', '4px', 'Invalid option'],
  ['logo_size', 'huge', 'Invalid option'],
  ['text_color', '#fffbea', "can't be read on the background"],
])('a style with %s %s is refused', async (name, value, problem) => {
  const { style } = dashboard(await testAccount())
  await expect(style.save({ ...CHOICES, [name]: value } as typeof CHOICES)).rejects.toThrow(problem)
})

test('viewers see the style, and editors change it', async () => {
  const account = await testAccount()
  const viewer = dashboard(account, withRole(account, 'viewer'))
  expect(await viewer.style.get()).toMatchObject({ is_chosen: false })
  await expect(viewer.style.save(CHOICES)).rejects.toThrow()
  expect(await dashboard(account, withRole(account, 'editor')).style.save(CHOICES)).toMatchObject({ is_chosen: true })
})

test('the palette of the API keeps what apps wrote, whatever the style', async () => {
  const account = await testAccount()
  await api('PUT /v4/account/colors', key(account), { colors: ['#B45309', '#fff'] })
  await dashboard(account).style.save(CHOICES)
  expect((await api('GET /v4/account/colors', key(account))).body).toEqual({ colors: ['#B45309', '#fff'] })
})

test('the form, the preference page, the unsubscribe page and the confirmation email have the style and the logo', async () => {
  const account = await testAccount()
  const { style, forms } = dashboard(account)
  const { id: logo_id } = await pictured(account.ctx, 'logo.jpg')
  const { logo } = await style.save({ ...CHOICES, logo_id })
  const { uid } = await forms.create({ name: 'Welcome', type: 'hosted', format: null })
  const token = unsubscribeUrl({ account_id: account.account_id, mail_id: 0, subscriber_id: 0 }).split('/').at(-1)
  for (const path of [`/f/${uid}`, `/preferences/${token}`, `/u/${token}`]) {
    const answer = await pages.request(path)
    const page = await answer.text()
    expect(page, path).toContain('--paper:#fffbeb;--ink:#1f2937')
    expect(page, path).toContain(`<p><img class="logo" src="${logo?.url}"`)
    const sheet = page.split('<style>')[1]?.split('</style>')[0] ?? ''
    const hash = createHash('sha256').update(sheet).digest('base64')
    const policy = answer.headers.get('content-security-policy')
    expect(policy, path).toContain(`style-src 'sha256-${hash}'; img-src ${new URL(logo?.url ?? '').origin};`)
  }
  const { html } = renderServiceEmail({
    subject: 'Confirm',
    heading: 'Confirm',
    paragraphs: [],
    footnote: 'Bye',
    brand: { name: 'Studio', accent_color: '#b45309', style: await findStyle(account.ctx) },
  })
  expect(html).toContain('background:#fffbeb')
  expect(html).toContain(`<img src="${logo?.url}"`)
  expect(html).toContain('font-family:Georgia')
})

test('without a style, the preference and unsubscribe pages use the initial color of forms', async () => {
  const { account_id } = await testAccount()
  const token = unsubscribeUrl({ account_id, mail_id: 0, subscriber_id: 0 }).split('/').at(-1)
  for (const path of [`/preferences/${token}`, `/u/${token}`])
    expect(await (await pages.request(path)).text(), path).toContain('--accent:#14495a;--on-accent:#ffffff')
})

test('a form uses the style’s accent color until it has its own', async () => {
  const account = await testAccount()
  const { style, forms } = dashboard(account)
  const { id, uid } = await forms.create({ name: 'Welcome', type: 'embed', format: 'modal' })
  const script = async () => (await pages.request(`/f/${uid}/index.js`)).text()
  expect(await script()).toContain('--accent:#14495a')
  await style.save(CHOICES)
  expect(await script()).toContain('--accent:#b45309')
  const { settings } = await forms.get({ id })
  const change = { id, name: 'Welcome', format: 'modal', double_opt_in: true } as const
  await forms.update({ ...change, settings: { ...settings, accent_color: '#7c3aed' } })
  expect(await script()).toContain('--accent:#7c3aed')
  await forms.update({ ...change, settings: { ...settings, accent_color: '#14495a', has_own_color: true } })
  expect(await script()).toContain('--accent:#14495a')
})

test('emails in built-in layouts use the style, and a template with a design keeps its own', async () => {
  const account = await testAccount()
  const { style, templates } = dashboard(account)
  const layout = async () => (await findLayout(account.ctx, { id: null }))?.html ?? ''
  const before = await layout()
  const own = await templates.create({ name: 'Mine', start: 'Modern' })
  const { id: logo_id } = await pictured(account.ctx, 'logo {{ content }}.jpg')
  await account.ctx.db.mediaPicture.updateMany({ data: { alt: 'Logo {{ content }}' } })
  await style.save({ ...CHOICES, logo_id })
  const styled = await layout()
  expect(styled).not.toBe(before)
  expect(styled).toContain('background-color:#fffbeb')
  expect(styled).toContain('font-family:Georgia')
  expect(styled).toContain('alt="Logo  content "')
  expect(applyLayout(styled, { content: '<p>Hello</p>' }).match(/Hello/g)).toHaveLength(1)
  expect((await templates.get({ id: own.id })).design).toEqual(own.design)
  expect((await templates.create({ name: 'Next', start: 'Card' })).design).toMatchObject({
    sheet_color: '#fffbeb',
    font: 'georgia',
    button_style: 'square',
  })
})

test('a style can be previewed in an email, a form and a post before it is saved', async () => {
  const account = await testAccount()
  const { style, templates, forms, posts } = dashboard(account)
  const shown = await Promise.all([
    templates.previewStyle(CHOICES),
    forms.previewStyle(CHOICES),
    posts.previewStyle(CHOICES),
  ])
  for (const { html } of shown) expect(html).toMatch(/#fffbeb/)
  expect(shown[0]).toMatchObject({ is_own: false })
  expect(await style.get()).toMatchObject({ is_chosen: false })
  const { id } = await templates.create({ name: 'Mine', start: 'Modern' })
  await templates.setDefault({ id })
  expect(await templates.previewStyle(CHOICES)).toMatchObject({ is_own: true })
})
