import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { env, setEnv } from '../../env.ts'
import { Budget } from '../../lib/concurrency/budget.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount, withRole } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { jpegOf, pictured } from '../../testing/media/pictures.ts'
import { deleteAllImages, deleteUnusedFiles } from './remove.ts'
import { withAllSizes } from './responsive.ts'
import { PICTURES_PER_PAGE } from './schema.ts'
import { addPicture } from './service.ts'

runInOwnDatabase()

const rest = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const load = (url: string, headers: Record<string, string> = {}) => rest.request(new URL(url).pathname, { headers })
const folderOf = (key: string) => path.join(env().DATA_DIR, 'media', key.slice(0, 2), key)

/** Changes settings for one test. */
function withSettings(settings: Record<string, string>): void {
  const { DATABASE_URL, DATA_DIR, SECRET_KEY, NODE_ENV, BASE_URL } = env()
  const before = { DATABASE_URL, DATA_DIR, SECRET_KEY, NODE_ENV, BASE_URL }
  setEnv({ ...before, ...settings })
  onTestFinished(() => void setEnv(before))
}

test('an uploaded image is served to everyone permanently', async () => {
  const { ctx } = await testAccount()
  const picture = await addPicture(ctx, { name: 'C:\\photos\\har\u0000bor\n.jpg', bytes: await jpegOf(800, 400) })
  expect(picture).toMatchObject({ name: 'harbor .jpg', alt: '', width: 800, height: 400, is_animated: false })
  expect(picture.sizes.map(({ width }) => width)).toEqual([320, 640, 800])
  const answer = await load(picture.url)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-length': String(picture.sizes.at(-1)?.bytes),
  })
  const webp = await load(picture.thumbnail_url.replace('.jpg', '.webp'))
  expect([webp.status, webp.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const again = await load(picture.url, { 'if-none-match': answer.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
  for (const other of ['1200.jpg', '320.svg', '320.html', '0320.jpg', '..%2f320.jpg'])
    expect((await load(new URL(other, picture.url).href)).status, other).toBe(404)
})

test('images are searched, changed by editors only, and listed in pages', async () => {
  const [account, stranger] = [await testAccount(), await testAccount()]
  const { media } = dashboard(account)
  const { id } = await pictured(account.ctx, 'harbor.jpg')
  const second = await pictured(account.ctx, '100%_real.jpg', '#dc2626')
  await media.update({ id, alt: ' Boats at dawn ' })
  const names = async (search?: string) => (await media.list({ search })).pictures.map(({ name }) => name)
  expect(await names()).toEqual(['100%_real.jpg', 'harbor.jpg'])
  expect(await names('BOATS')).toEqual(['harbor.jpg'])
  expect(await names('%_')).toEqual(['100%_real.jpg'])
  expect(await media.get({ id })).toMatchObject({ alt: 'Boats at dawn', name: 'harbor.jpg' })
  expect((await media.list({ cursor: second.id })).pictures).toMatchObject([{ id }])
  const viewer = dashboard(account, withRole(account, 'viewer')).media
  expect((await viewer.list({})).pictures).toHaveLength(2)
  await expect(viewer.update({ id, alt: 'x' })).rejects.toThrow('editor')
  const other = dashboard(stranger).media
  expect((await other.list({})).pictures).toEqual([])
  for (const call of [other.get, other.update, other.remove, other.uses])
    await expect(call({ id })).rejects.toThrow('Not Found')
  await account.ctx.sql.run(
    `insert into media_picture (account_id, key, digest, name, is_animated, width, height, bytes, sizes, state)
     select $1, 'page ' || $1::int || ' ' || n, n, 'n', false, 1, 1, 1, '[{"width":1,"height":1,"file":"1.jpg","bytes":1,"webp_bytes":1}]', 'ready'
     from generate_series(1, ${PICTURES_PER_PAGE}) n`,
  )
  const first = await media.list({})
  expect(first.pictures).toHaveLength(PICTURES_PER_PAGE)
  const rest_of = await media.list({ cursor: first.next_cursor })
  expect([rest_of.pictures.map(({ name }) => name), rest_of.next_cursor]).toEqual([
    ['100%_real.jpg', 'harbor.jpg'],
    null,
  ])
})

test('the same file is stored once per account, even if it is uploaded twice at the same time', async () => {
  const [first_account, two] = [await testAccount(), await testAccount()]
  const bytes = await jpegOf(100, 100)
  const [a, b] = await Promise.all([
    addPicture(first_account.ctx, { name: 'a', bytes }),
    addPicture(first_account.ctx, { name: 'b', bytes }),
  ])
  expect(b.id).toBe(a.id)
  expect((await addPicture(first_account.ctx, { name: 'c', bytes })).id).toBe(a.id)
  expect((await addPicture(two.ctx, { name: 'a', bytes })).key).not.toBe(a.key)
})

test('an upload to a full account is rejected with the used space, and nothing is stored', async () => {
  const { ctx } = await testAccount()
  withSettings({ MEDIA_ACCOUNT_MB: '1' })
  await ctx.sql.run(
    `insert into media_picture (account_id, key, digest, name, is_animated, width, height, bytes, sizes, state)
     values ($1, 'full ' || $1::int, 'd', 'n', false, 1, 1, 1048576, '[]', 'ready')`,
  )
  await expect(pictured(ctx)).rejects.toThrow('harbor.jpg does not fit: images can use 1 MB, and 1 MB are used.')
  expect(await ctx.db.mediaPicture.count()).toBe(1)
})

test('a part of an image becomes a separate image', async () => {
  const account = await testAccount()
  const { media } = dashboard(account)
  const whole = await addPicture(account.ctx, { name: 'harbor.jpg', alt: 'Boats', bytes: await jpegOf(400, 300) })
  const part = await media.crop({ id: whole.id, left: 50, top: 40, width: 200, height: 100 })
  expect(part).toMatchObject({ name: 'harbor (cropped)', alt: 'Boats', width: 200, height: 100 })
  expect(await media.get({ id: whole.id })).toMatchObject({ width: 400 })
  await expect(media.crop({ id: whole.id, left: 300, top: 0, width: 200, height: 10 })).rejects.toThrow(
    'The part is not inside harbor.jpg, which has 400 × 300 pixels',
  )
})

test('an image lists its uses, and is deleted with its files after a confirmation', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { id, key, url, thumbnail_url } = await pictured(account.ctx)
  const image = `<p><img src="${url}" alt=""></p>`
  const draft = await app.broadcasts.create({ subject: 'Draft', content: image })
  const sent_broadcast = await app.broadcasts.create({ subject: 'Sent', content: image })
  await unscoped().broadcast.updateMany({ where: { id: sent_broadcast.id }, data: { status: 'completed' } })
  const post = await app.posts.create({ title: 'Post', content: '<p>x</p>', thumbnail_url })
  const snippet = await app.snippets.create({ name: 'Bye', snippet_type: 'inline', content: `<img src="${url}">` })
  await app.broadcasts.create({ subject: 'Other', content: '<p>x</p>' })
  expect(await app.media.uses({ id })).toEqual([
    { kind: 'broadcast', id: sent_broadcast.id, parent_id: null, name: 'Sent', is_sent: true },
    { kind: 'broadcast', id: draft.id, parent_id: null, name: 'Draft', is_sent: false },
    { kind: 'post', id: post.id, parent_id: null, name: 'Post', is_sent: false },
    { kind: 'snippet', id: snippet.id, parent_id: null, name: 'Bye', is_sent: false },
  ])
  expect(await app.media.remove({ id, only_if_undoable: true })).toEqual({ is_deleted: false, undo: null })
  const { undo } = await app.media.remove({ id })
  expect((await app.media.list({})).pictures).toEqual([])
  await expect(app.media.remove({ id })).rejects.toThrow('Not Found')
  expect((await app.media.storage()).bytes).toBe(0)
  // Its files stay as long as the deletion can be undone.
  await deleteUnusedFiles({ now: new Date(Date.now() + 60 * 60_000), budget: new Budget(10_000) })
  await app.media.undelete({ undo: undo ?? 0 })
  expect((await app.media.list({})).pictures).toMatchObject([{ id, key }])
  expect((await load(url)).status).toBe(200)
  await app.media.remove({ id })
  await deleteUnusedFiles({ now: new Date(Date.now() + 70 * 60_000), budget: new Budget(10_000) })
  expect(existsSync(folderOf(key))).toBe(false)
  expect((await load(url)).status).toBe(404)
  expect(await account.ctx.db.mediaPicture.count({ where: { id } })).toBe(0)
})

test('an unused image can be restored beside the same file uploaded again, while there is space', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const bytes = await jpegOf(120, 80)
  const first = await addPicture(account.ctx, { name: 'a', bytes })
  const { undo } = await app.media.remove({ id: first.id, only_if_undoable: true })
  const second = await addPicture(account.ctx, { name: 'a', bytes })
  expect(second.id).not.toBe(first.id)
  const fill = (size: number) =>
    account.ctx.db.mediaPicture.updateMany({ where: { id: second.id }, data: { bytes: size } })
  await fill(2 ** 31 - 1)
  await expect(app.media.undelete({ undo: undo ?? 0 })).rejects.toThrow('Your images use all of their space')
  await fill(second.bytes)
  await app.media.undelete({ undo: undo ?? 0 })
  expect((await app.media.list({})).pictures.map(({ id }) => id)).toEqual([second.id, first.id])
  expect((await addPicture(account.ctx, { name: 'a', bytes })).id).toBe(second.id)
})

test('a public page offers every size of the account’s images as WebP with their dimensions, and leaves other images alone', async () => {
  const [{ ctx, account_id }, other] = [await testAccount(), await testAccount()]
  const { url, key } = await pictured(ctx)
  const foreign = await pictured(other.ctx)
  const image = `<img class="cover" src="${url}" alt="a">`
  const rest_of = `<img src="${foreign.url}"><img src="https://elsewhere.example/media/${key}/320.jpg"><p>${url}</p>`
  const base = `${env().BASE_URL}/media/${key}`
  expect(await withAllSizes({ account_id }, image + rest_of)).toBe(
    `<picture><source type="image/webp" srcset="${base}/320.webp 320w, ${base}/400.webp 400w" sizes="(max-width: 700px) 100vw, 700px">${image.replace('<img', '<img width="400" height="300"')}</picture>${rest_of}`,
  )
  const narrow = `<img sizes="40px" width="40" height="40" src="${url}">`
  expect(await withAllSizes({ account_id }, narrow)).toContain(`sizes="40px">${narrow}</picture>`)
})

test('an interrupted upload is finished by the next one of the same file, or removed after about an hour', async () => {
  const { ctx } = await testAccount()
  const bytes = await jpegOf(120, 80)
  const { id, key } = await addPicture(ctx, { name: 'a', bytes })
  // The state left by a process that died after the first file.
  await ctx.sql.run(`update media_picture set state = 'storing' where account_id = $1 and id = $2`, [id])
  expect((await addPicture(ctx, { name: 'a', bytes })).id).toBe(id)
  await ctx.sql.run(
    `update media_picture set state = 'storing', updated_at = now() where account_id = $1 and id = $2`,
    [id],
  )
  const left = () => ctx.db.mediaPicture.count({ where: { id } })
  await deleteUnusedFiles({ now: new Date(Date.now() + 50 * 60_000), budget: new Budget(10_000) })
  expect(await left()).toBe(1)
  await deleteUnusedFiles({ now: new Date(Date.now() + 70 * 60_000), budget: new Budget(10_000) })
  expect([await left(), existsSync(folderOf(key))]).toEqual([0, false])
})

test('while the store is unreachable uploads are rejected, images return 503, and a removal is finished later', async () => {
  const account = await testAccount()
  const { id, url, key } = await pictured(account.ctx)
  const { DATA_DIR } = env()
  withSettings({
    S3_BUCKET: 'pictures',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  await expect(pictured(account.ctx, 'new.jpg', '#16a34a')).rejects.toThrow('Images cannot be stored at the moment')
  const answer = await load(url)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store'])
  await dashboard(account).media.remove({ id })
  expect(await account.ctx.db.mediaPicture.count({ where: { id, state: 'removing' } })).toBe(1)
  withSettings({ DATA_DIR, S3_BUCKET: '' })
  await deleteUnusedFiles({ now: new Date(Date.now() + 70 * 60_000), budget: new Budget(10_000) })
  expect([await account.ctx.db.mediaPicture.count({ where: { id } }), existsSync(folderOf(key))]).toEqual([0, false])
})

test('the images of a deleted account are removed with their files', async () => {
  const { ctx } = await testAccount()
  const { key } = await pictured(ctx)
  expect(await deleteAllImages(ctx, new Budget(10_000))).toBe(true)
  expect([await ctx.db.mediaPicture.count(), existsSync(folderOf(key))]).toEqual([0, false])
})
