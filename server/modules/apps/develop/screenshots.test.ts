import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { unscoped } from '../../../db/client.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { administrator, completeApp, pngOf, publish, resolveNames } from '../../../testing/modules/apps.ts'
import { compareScreenshots, screenshotUrl } from '../screenshot-schema.ts'

beforeAll(resolveNames)
afterAll(() => configureOutbound())

const rest = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const load = (app_id: number, key: string) => rest.request(`http://envoi.test${screenshotUrl(app_id, { key })}`)
const png = (width = 1_280, height = 800) => pngOf(width, height).toString('base64')

/** Creates an app with screenshots that have these alternative texts. */
async function appWith(...texts: string[]) {
  const developer = await testAccount()
  const { id } = await completeApp(developer)
  const { apps } = dashboard(developer)
  for (const alt of texts) await apps.develop.addScreenshot({ id, alt, content: png() })
  const list = async () => (await apps.develop.get({ id })).screenshots
  const keys = async () => (await list()).map(({ key }) => key)
  const listed = async () => (await apps.listing({ id })).screenshots.map(({ alt }) => alt)
  const files = () => unscoped().appScreenshot.count({ where: { app_id: id } })
  return { developer, id, develop: apps.develop, list, keys, listed, files }
}

test('screenshots are listed in order with their texts, and served as images', async () => {
  const { id, develop, list, keys, listed, files } = await appWith('The recipes', 'An email')
  expect(await list()).toMatchObject([
    { alt: 'The recipes', width: 1_280, height: 800 },
    { alt: 'An email', width: 1_280, height: 800 },
  ])
  const [first_key = '', two = ''] = await keys()
  const answer = await load(id, first_key)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  await develop.orderScreenshots({ id, keys: [two, first_key] })
  await develop.describeScreenshot({ id, key: first_key, alt: ' All  recipes ' })
  expect(await listed()).toEqual(['An email', 'All recipes'])
  await develop.removeScreenshot({ id, key: two })
  expect(await listed()).toEqual(['All recipes'])
  expect((await load(id, two)).status).toBe(404)
  expect(await files()).toBe(1)
  await expect(develop.removeScreenshot({ id, key: two })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(develop.orderScreenshots({ id, keys: [two] })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('an app has at most five screenshots', async () => {
  const { id, develop } = await appWith('1', '2', '3', '4', '5')
  await expect(develop.addScreenshot({ id, alt: '6', content: png() })).rejects.toThrow('up to 5 screenshots')
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'The screenshot must be a PNG, JPEG or WebP'],
  ['a GIF', Buffer.from('474946383961780096000000003b', 'hex'), 'The screenshot must be a PNG, JPEG or WebP'],
  ['a bomb', pngOf(60_000, 60_000), /between 200 and 4,000 pixels on each side; this one is 60,000 × 60,000/],
  ['a dot', pngOf(1, 1), /this one is 1 × 1/],
  ['a file too large', pngOf(400, 400, 2 * 1024 * 1024 + 1), 'The screenshot is larger than 2 MB'],
])('a screenshot is rejected: %s', async (_, bytes, message) => {
  const { id, develop, list } = await appWith()
  await expect(develop.addScreenshot({ id, alt: 'A', content: bytes.toString('base64') })).rejects.toThrow(message)
  expect(await list()).toEqual([])
})

test('a screenshot needs an alternative text', async () => {
  const { id, develop } = await appWith()
  for (const alt of ['', ' \n ', 'x'.repeat(201)])
    await expect(develop.addScreenshot({ id, alt, content: png() })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('screenshots of a published app change after a review, and the decision covers only the screenshots that the reviewer saw', async () => {
  const { developer, id, develop, list, keys, listed, files } = await appWith('The recipes', 'An email')
  await publish(developer, { id })
  const [one = ''] = await keys()
  await develop.addScreenshot({ id, alt: 'Kilns', content: png() })
  await develop.removeScreenshot({ id, key: one })
  expect(await listed()).toEqual(['The recipes', 'An email'])
  expect((await list()).map(({ alt }) => alt)).toEqual(['An email', 'Kilns'])

  const { apps, app_reviews } = administrator(developer)
  const reviewed = await apps.review.get({ id })
  expect(reviewed).toMatchObject({ revision: 'in_review' })
  expect(
    compareScreenshots(reviewed.approved?.screenshots ?? [], reviewed.screenshots).map(
      ({ screenshot: { alt }, change }) => [alt, change],
    ),
  ).toEqual([
    ['An email', null],
    ['Kilns', 'added'],
    ['The recipes', 'removed'],
  ])
  await develop.describeScreenshot({ id, key: (await keys())[1] ?? '', alt: 'Kilns near you' })
  await expect(app_reviews.approve({ id, version: reviewed.version })).rejects.toThrow(/changed after you opened it/)
  await app_reviews.approve({ id, version: (await apps.review.get({ id })).version })
  expect(await listed()).toEqual(['An email', 'Kilns near you'])
  expect(await files()).toBe(2)
})

test('proposed screenshots are deleted with the discarded changes', async () => {
  const { developer, id, develop, listed, files } = await appWith('The recipes')
  await publish(developer, { id })
  await develop.addScreenshot({ id, alt: 'Kilns', content: png() })
  expect(await files()).toBe(2)
  await develop.discardChanges({ id })
  expect(await files()).toBe(1)
  expect(await listed()).toEqual(['The recipes'])
})
