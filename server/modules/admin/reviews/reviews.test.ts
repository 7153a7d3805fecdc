import { beforeAll, expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { administrator, completeApp, publish, queued, resolveNames } from '../../../testing/modules/apps.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'

beforeAll(resolveNames)

/** Creates an app in review, its developer, and two administrators. */
async function submitted() {
  const developer = await testAccount()
  const app = await completeApp(developer)
  await dashboard(developer).apps.develop.submit(app)
  const [one, other] = await Promise.all([reviewer('Rae'), reviewer('Noor')])
  return { developer, app, item: { kind: 'app', id: app.id } as const, one, other }
}

async function reviewer(name: string) {
  const account = await testAccount()
  await unscoped().user.update({ where: { id: account.user_id }, data: { name } })
  const { admin, apps, app_reviews } = administrator(account)
  const approve = async (id: number, note?: string) =>
    app_reviews.approve({ id, note, version: (await apps.review.get({ id })).version })
  const reject = async (id: number, note: string) =>
    app_reviews.reject({ id, note, version: (await apps.review.get({ id })).version })
  return { account, reviews: admin.reviews, approve, reject, get: apps.review.get }
}

const actionsBy = async ({ user_id }: TestAccount) =>
  (await unscoped().auditEntry.findMany({ where: { user_id }, orderBy: { id: 'asc' } })).map(({ action }) => action)

test('the queue has apps in review, oldest first, with their reviewers', async () => {
  const { developer, item, one } = await submitted()
  const second = await completeApp(developer)
  await dashboard(developer).apps.develop.submit(second)
  await one.reviews.claim(item)
  expect(await queued(developer)).toMatchObject([
    { ...item, claimed_by: 'Rae', is_revision: false, developer: 'Studio North' },
    { kind: 'app', id: second.id, claimed_by: null },
  ])
  expect(await queued(developer, { kind: 'template' })).toEqual([])
  expect(await queued(developer, { state: 'published' })).toEqual([])
})

test('while one administrator reviews an item another cannot claim it or decide', async () => {
  const { item, one, other } = await submitted()
  await one.reviews.claim(item)
  expect(await one.reviews.claimOf(item)).toMatchObject({ by: 'Rae', is_own: true })
  expect(await other.reviews.claimOf(item)).toMatchObject({ by: 'Rae', is_own: false })
  const taken = 'Rae is reviewing this. Ask them, or wait until their claim ends.'
  await expect(other.reviews.claim(item)).rejects.toThrow(taken)
  await expect(other.approve(item.id)).rejects.toThrow(taken)
  await expect(other.reviews.release(item)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await one.reviews.release(item)
  await other.reviews.claim(item)
  await other.approve(item.id)
  expect(await one.reviews.claimOf(item)).toBeNull()
  expect(await actionsBy(one.account)).toEqual(['review_claimed', 'review_released'])
  expect(await actionsBy(other.account)).toEqual(['review_claimed', 'app_approved'])
})

test('a claim ends after half an hour and is extended by claiming again', async () => {
  const { developer, item, one, other } = await submitted()
  await one.reviews.claim(item)
  await one.reviews.claim(item)
  await unscoped().reviewClaim.updateMany({
    where: { account_id: developer.account_id },
    data: { claimed_at: new Date(0), expires_at: new Date(1) },
  })
  expect(await other.reviews.claimOf(item)).toBeNull()
  await other.reviews.claim(item)
  expect(await one.reviews.claimOf(item)).toMatchObject({ by: 'Noor' })
})

test('only one of two administrators who claim an item at the same moment gets it', async () => {
  const { item, one, other } = await submitted()
  const results = await Promise.allSettled([one.reviews.claim(item), other.reviews.claim(item)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('notes and decisions stay in the history, and developers see only the decision', async () => {
  const { developer, item, one, other } = await submitted()
  await one.reviews.addNote({ ...item, text: 'Asked for a test account.' })
  await one.reject(item.id, 'The logo belongs to someone else.')
  await dashboard(developer).apps.develop.submit(item)
  await other.approve(item.id, 'Thank you for the new logo.')
  const { rows } = await one.reviews.entries(item)
  expect(rows.map(({ action, text, author }) => [action, text, author])).toEqual([
    ['approved', 'Thank you for the new logo.', 'Noor'],
    ['rejected', 'The logo belongs to someone else.', 'Rae'],
    ['note', 'Asked for a test account.', 'Rae'],
  ])
  const own = JSON.stringify(await dashboard(developer).apps.develop.get(item))
  expect(own).toContain('Thank you for the new logo.')
  expect(own).not.toContain('test account')
  const emails = await serviceEmailsTo(developer.email)
  expect(emails.map(({ text }) => text).join()).toContain('Thank you for the new logo.')
  expect(await actionsBy(one.account)).toEqual(['review_note_added', 'app_rejected'])
})

test('a decision about a version that has changed since the reviewer opened it is rejected', async () => {
  const developer = await testAccount()
  const app = await completeApp(developer)
  await publish(developer, app)
  const { develop } = dashboard(developer).apps
  const detail = await develop.get(app)
  await develop.saveListing({ ...detail, tagline: 'A new line' })
  const { account, get } = await reviewer('Rae')
  const { app_reviews } = administrator(account)
  const { version } = await get(app)
  // This change takes effect without a review, but the version differs from the one that the reviewer opened.
  await develop.saveAccess({ ...detail, scope: 'public', settings_url: 'https://glaze.example/other' })
  const stale = { message: 'The app was changed after you opened it. Reload the page and review it again.' }
  await expect(app_reviews.approve({ ...app, version })).rejects.toMatchObject(stale)
  await expect(app_reviews.reject({ ...app, version, note: 'Say what is new.' })).rejects.toMatchObject(stale)
  await app_reviews.approve({ ...app, version: (await get(app)).version })
  expect(await develop.get(app)).toMatchObject({ status: 'published', tagline: 'A new line', revision: 'none' })
})

test('a reviewer sees the previously approved plugins', async () => {
  const { developer, app, one } = await submitted()
  expect(await one.get(app)).toMatchObject({ approved_plugins: null })
  await one.approve(app.id)
  expect(await one.get(app)).toMatchObject({ approved_plugins: [] })
  expect(await queued(developer, { state: 'published' })).toMatchObject([{ kind: 'app', id: app.id }])
})

test('reviews of unknown items, and reviews by users who are not administrators, are not found', async () => {
  const { developer, item, one } = await submitted()
  for (const kind of ['app', 'template'] as const)
    await expect(one.reviews.claim({ kind, id: 2_000_000_000 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { reviews } = dashboard(developer).admin
  for (const call of [
    () => reviews.list({}),
    () => reviews.claimOf(item),
    () => reviews.claim(item),
    () => reviews.addNote({ ...item, text: 'A note' }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
