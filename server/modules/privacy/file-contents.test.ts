import { expect, test } from 'vitest'
import { write } from '../../core/write/write.ts'
import { purgeExpired } from '../../db/purge.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { duringTransaction } from '../../testing/database/during-transaction.ts'
import { takeEvents } from '../../testing/events.ts'
import { downloaded, exported } from '../../testing/modules/exports.ts'
import { imported, uploaded } from '../../testing/modules/imports.ts'
import { fileBytes } from '../exports/file/file.ts'
import { EXPIRED_EXPORTS } from '../exports/maintenance/purge-expired.ts'
import { runExport } from '../exports/run.ts'
import { getExport, getFile, requestExport } from '../exports/service.ts'
import { storedBytes } from '../imports/file/rows.ts'
import { fileHead, storeAsText } from '../imports/file/text.ts'
import { appendPiece, createImport } from '../imports/file/upload.ts'
import { EXPIRED_IMPORTS } from '../imports/maintenance/purge-expired.ts'
import { resumeImport } from '../imports/service.ts'
import { eraseSubscriber } from './erase.ts'
import { deleteFileContents } from './file-contents.ts'

const ADDRESS = 'Wilhelmina.Okonkwo@Example.net'
const LOWER = ADDRESS.toLowerCase()

/** Returns whether stored files contain the text, in one of two encodings. */
async function isInFiles({ ctx }: TestAccount, text: string): Promise<boolean> {
  const rows = await ctx.sql.rows<{ bytes: Buffer }>(
    `select bytes from import_chunk where account_id = $1 union all select bytes from export_chunk where account_id = $1`,
  )
  return rows.some(({ bytes }) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')))
}

test.each([
  ['queued', false],
  ['new', true],
])('a %s export that starts during an erasure does not contain the subscriber [L5]', async (_, isNew) => {
  const account = await testAccount()
  const { ctx } = account
  await imported(ctx, `Email\n${ADDRESS}\nother@example.net\n`)
  const [{ id } = { id: 0 }] = await ctx.sql.rows<{ id: number }>(
    'select id from subscriber where account_id = $1 and email_address = $2',
    [LOWER],
  )
  const request = () => requestExport(ctx, { kind: 'subscribers', selection: { status: 'all' } })
  const waiting = isNew ? undefined : await request()
  await duringTransaction(
    ctx,
    (tx) => eraseSubscriber(tx, { id, email_address: LOWER }),
    async () => runExport(ctx, waiting ?? (await request())),
  )
  await deleteFileContents(ctx, { budget_ms: 60_000 })
  expect(await isInFiles(account, 'other@example.net')).toBe(true)
  expect(await isInFiles(account, LOWER)).toBe(false)
})

test('nothing remains of a file that is read or uploaded during an erasure [L5]', async () => {
  const account = await testAccount()
  const { ctx } = account
  const { id } = (await imported(ctx, `Email\n${ADDRESS}\n`)) && (await ctx.db.subscriber.findFirstOrThrow())
  const erase = () => eraseSubscriber(ctx, { id: Number(id), email_address: LOWER })
  // Placed after the rows of a preview.
  const text = `Email\n${Array.from({ length: 50 }, (_, n) => `p${n}@x.example\n`).join('')}${LOWER}\n`
  const waiting = await uploaded(ctx, Buffer.from(`\ufeff${text}`, 'utf16le'))
  const coming = await createImport(ctx, { filename: 'a.csv', byte_size: text.length })
  await duringTransaction(
    ctx,
    async (tx) => {
      await storeAsText(tx, waiting)
      await appendPiece(tx, { id: coming.id, offset: 0, bytes: Buffer.from(text) })
    },
    erase,
  )
  await deleteFileContents(ctx, { budget_ms: 60_000 })
  expect(await isInFiles(account, LOWER)).toBe(false)
})

/** Returns a subscriber who is in a ready, a partially uploaded, a queued and a stopped file. */
async function subscriberInFiles() {
  const account = await testAccount()
  const { ctx } = account
  const text = Buffer.from(`Email\n${LOWER}\nother@example.net\n`)
  await imported(ctx, text)
  const { id } = await ctx.db.subscriber.findFirstOrThrow({ where: { email_address: LOWER } })
  const { file } = await exported(ctx, { kind: 'subscribers', selection: { status: 'all' } })
  const coming = await createImport(ctx, { filename: 'a.csv', byte_size: text.length })
  await appendPiece(ctx, { id: coming.id, offset: 0, bytes: text })
  const stopped = await uploaded(ctx, text)
  await ctx.sql.run(`update import set state = 'stopped', done_rows = 1 where account_id = $1 and id = $2`, [
    stopped.id,
  ])
  const waiting = await uploaded(ctx, Buffer.from(`\ufeff${text}`, 'utf16le'))
  const imports = [coming, stopped, waiting].map((one) => one.id)
  return {
    account,
    ctx,
    file,
    imports,
    stopped,
    erase: () => eraseSubscriber(ctx, { id: Number(id), email_address: LOWER }),
  }
}

const pieces = ({ ctx }: TestAccount) =>
  ctx.sql.rows(
    'select seq from import_chunk where account_id = $1 union all select seq from export_chunk where account_id = $1',
  )

test('files of an erased subscriber are unreadable before a job deletes their contents [L5]', async () => {
  const { account, ctx, file, imports, stopped, erase } = await subscriberInFiles()
  await ctx.sql.run(
    `insert into export_chunk (account_id, export_id, seq, bytes) select $1, $2, n, 'more' from generate_series(1, 40) n`,
    [file.id],
  )
  const download = fileBytes(ctx, { id: file.id, start: 0, end: 2 ** 21 })
  expect((await download.next()).value?.toString()).toContain(LOWER)
  await takeEvents(ctx.account_id)

  await erase()

  expect(await isInFiles(account, LOWER)).toBe(true)
  await expect(download.next()).rejects.toThrow('does not exist')
  await expect(getFile(ctx, { id: file.id })).rejects.toThrow('no longer available')
  await expect(downloaded(ctx, file)).rejects.toThrow('does not exist')
  expect(await getExport(ctx, file)).toMatchObject({ is_expired: true })
  await expect(resumeImport(ctx, stopped)).rejects.toThrow('not readable')
  const before = await pieces(account)
  for (const id of imports) {
    for await (const bytes of storedBytes(ctx, { id, from: 0 })) expect(bytes).toBeUndefined()
    expect(await fileHead(ctx, { id, chunks: 4 })).toHaveLength(0)
    await write(ctx, (tx) => storeAsText(tx, { id }))
  }
  expect(await pieces(account)).toEqual(before)

  expect((await takeEvents(ctx.account_id)).map(({ type }) => type)).toContain('person.erased')
  // A process killed between two chunks leaves fewer chunks.
  expect(await deleteFileContents(ctx, { budget_ms: 0 })).toBe(true)
  const left = (await pieces(account)).length
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(before.length)
  expect(await deleteFileContents(ctx, { budget_ms: 60_000 })).toBe(false)
  expect(await pieces(account)).toEqual([])
})

test('files of an erased subscriber that the job missed are purged with old files [L5]', async () => {
  const { account, ctx, erase } = await subscriberInFiles()
  const search = { kind: 'subscribers', selection: { status: 'all', search: LOWER } } as const
  const { id } = await requestExport(ctx, search)
  await ctx.sql.run(`update export set state = 'running' where account_id = $1 and id = $2`, [id])
  await ctx.sql.run(`insert into export_chunk (account_id, export_id, seq, bytes) values ($1, $2, 0, 'half')`, [id])
  await erase()
  expect(await getExport(ctx, { id })).toMatchObject({ state: 'stopped' })
  await purgeExpired(EXPIRED_EXPORTS, { now: new Date() })
  await purgeExpired(EXPIRED_IMPORTS, { now: new Date() })
  expect(await pieces(account)).toEqual([])
})

test('a file without erased subscribers is kept', async () => {
  const { account, ctx, file } = await subscriberInFiles()
  const before = await pieces(account)
  expect(await deleteFileContents(ctx, { budget_ms: 60_000 })).toBe(false)
  expect(await pieces(account)).toEqual(before)
  expect((await downloaded(ctx, file)).toString()).toContain(LOWER)
})
