import { expect, test } from 'vitest'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount, withRole } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { pictured } from '../../testing/media/pictures.ts'
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

test('an account has no style until it chooses one, and none again once it is removed', async () => {
  const account = await testAccount()
  const { style } = dashboard(account)
  expect(await style.get()).toMatchObject({ is_chosen: false, logo: null })
  expect(await findStyle(account)).toBeNull()
  const before = await postOf(account)
  expect(await style.save(CHOICES)).toMatchObject({ is_chosen: true, choices: { accent_color: '#b45309' } })
  const styled = await (await pages.request(`/p/${account.account_id}`)).text()
  expect(styled).toContain('--paper:#fffbeb;--ink:#1f2937')
  expect(styled).toContain('Georgia')
  await style.remove()
  expect(await (await pages.request(`/p/${account.account_id}`)).text()).toBe(before)
})

test('a logo comes from the library in the size that is shown, and disappears from pages with its image', async () => {
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
  await media.remove({ id, even_if_used: true })
  expect(await style.get()).toMatchObject({ is_chosen: true, choices: { logo_id: null }, logo: null })
  expect((await findStyle(account))?.logo).toBeNull()
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

test('the palette of the API stays what apps wrote, whatever the style is', async () => {
  const account = await testAccount()
  await api('PUT /v4/account/colors', key(account), { colors: ['#B45309', '#fff'] })
  await dashboard(account).style.save(CHOICES)
  expect((await api('GET /v4/account/colors', key(account))).body).toEqual({ colors: ['#B45309', '#fff'] })
})
