import { expect, onTestFinished, test } from 'vitest'
import { type Ctx, systemPool } from '../../../core/context.ts'
import { rootLogger } from '../../../core/log.ts'
import { DEFAULT_PER_PAGE } from '../../../core/page/page.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { binder } from '../view.ts'
import { upsertSubscribers } from '../write/upsert.ts'
import { countSubscribers, searchConditions, searchSubscribers, writeSearchTexts } from './search.ts'
import { watchSearchBacklog } from './search-backlog.ts'

runInOwnDatabase()

// A job writes search texts later. A search finds the same before and after.

const origin = {
  cause: 'api' as const,
  attribution: { source_type: 'api_subscription' },
  consent: { source: 'api' as const, text: null },
}

const add = (ctx: Ctx, items: { email_address: string; first_name?: string }[]) =>
  upsertSubscribers(ctx, { items, origin })

/** Returns the local parts of the addresses found, newest first. The count and the export's condition must agree. */
async function found(ctx: Ctx, search: string): Promise<string[]> {
  const page = await searchSubscribers(ctx, {
    search,
    status: 'all',
    sort_order: 'desc',
    per_page: DEFAULT_PER_PAGE,
    include_total_count: true,
  })
  const names = page.rows().map(({ email_address }) => email_address.split('@')[0] ?? '')
  const counts = await countSubscribers(ctx, { search })
  const values: unknown[] = []
  const where = searchConditions({ search }, binder(values))
  const exported = await ctx.sql.rows(
    `select t.id from subscriber t where t.account_id = $1 and ${where.join(' and ')}`,
    values,
  )
  expect([page.pagination.total_count, counts.active, exported.length]).toEqual(Array(3).fill(names.length))
  return names
}

const waiting = (ctx: Ctx) => ctx.db.subscriberSearchDue.count()
const texts = async (ctx: Ctx) => (await ctx.db.subscriberSearch.findMany()).map(({ text }) => text)

test('new and renamed subscribers are found immediately, before their search text is written', async () => {
  const { ctx } = await testAccount()
  await add(ctx, [{ email_address: 'ana@studio.example', first_name: 'Ana' }, { email_address: 'bo@studio.example' }])
  expect(await texts(ctx)).toEqual([])
  expect(await found(ctx, 'studio')).toEqual(['bo', 'ana'])
  await writeSearchTexts()
  expect(await waiting(ctx)).toBe(0)
  expect((await texts(ctx)).toSorted()).toEqual(['ana@studio.example Ana', 'bo@studio.example '])
  expect(await found(ctx, 'studio')).toEqual(['bo', 'ana'])
  await add(ctx, [{ email_address: 'ana@studio.example', first_name: 'Zoe' }, { email_address: 'cy@studio.example' }])
  for (const isWritten of [false, true]) {
    if (isWritten) await writeSearchTexts()
    expect(await found(ctx, 'ana')).toEqual(['ana'])
    expect(await found(ctx, 'Ana@')).toEqual(['ana'])
    expect(await found(ctx, 'example Ana')).toEqual([])
    expect(await found(ctx, 'zoe')).toEqual(['ana'])
    expect(await found(ctx, 'studio')).toEqual(['cy', 'bo', 'ana'])
  }
  expect(await texts(ctx)).toHaveLength(3)
})

test('an address is found by its domain in either spelling', async () => {
  const { ctx } = await testAccount()
  await add(ctx, [{ email_address: 'lea@münchen.example' }])
  for (const search of ['LEA@xn--mnchen-3ya.example', 'xn--mnchen-3ya.example', '@mu\u0308nchen', 'münchen'])
    expect(await found(ctx, search)).toEqual(['lea'])
})

test('a page by search merges subscribers with and without a written text', async () => {
  const { ctx } = await testAccount()
  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({ email_address: `p${from + at}@x.example` }))
  await add(ctx, items(0, 5))
  await writeSearchTexts()
  await add(ctx, items(5, 10))
  // Also subscribers in two ranges, one written before.
  await ctx.db.subscriber.updateMany({ data: { first_name: 'Mia' } })
  for (const sort_order of ['asc', 'desc'] as const) {
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const page = await searchSubscribers(ctx, {
        search: 'x.example',
        status: 'all',
        sort_order,
        per_page: 3,
        include_total_count: false,
        after,
      })
      seen.push(...page.rows().map(({ email_address }) => email_address))
      after = page.pagination.end_cursor ?? undefined
      if (!page.pagination.has_next_page) break
    }
    const all = items(0, 10).map(({ email_address }) => email_address)
    expect(seen).toEqual(sort_order === 'asc' ? all : all.toReversed())
  }
})

test('a subscriber who is deleted or renamed while texts are written has no text, or the new one', async () => {
  const { ctx, account_id } = await testAccount()
  await add(ctx, [
    { email_address: 'ana@studio.example' },
    { email_address: 'bo@studio.example' },
    { email_address: 'cy@studio.example' },
  ])
  const changing = await systemPool().connect()
  await changing.query('begin')
  const only = (name: string) => `where account_id = ${account_id} and email_address = '${name}@studio.example'`
  await changing.query(`delete from subscriber ${only('ana')}`)
  await changing.query(`update subscriber set first_name = 'Bo' ${only('bo')}`)
  await writeSearchTexts()
  expect(await texts(ctx)).toEqual(['cy@studio.example '])
  expect(await found(ctx, 'studio')).toEqual(['cy', 'bo', 'ana'])
  await changing.query('commit')
  changing.release()
  expect(await found(ctx, 'studio')).toEqual(['cy', 'bo'])
  await writeSearchTexts()
  expect((await texts(ctx)).toSorted()).toEqual(['bo@studio.example Bo', 'cy@studio.example '])
  await ctx.db.subscriber.updateMany({ where: { first_name: 'Bo' }, data: { state: 'inactive' } })
  expect(await countSubscribers(ctx, { search: 'studio' })).toMatchObject({ active: 1, inactive: 1 })
  await ctx.db.subscriber.deleteMany({})
  expect(await texts(ctx)).toEqual([])
})

test('deleting an account deletes its subscribers, ranks, counts and search texts, and none is written for it later', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  await add(ctx, [{ email_address: 'ana@studio.example' }])
  await writeSearchTexts()
  await unscoped().account.delete({ where: { id: account_id } })
  const left = {
    subscribers: await ctx.db.subscriber.count(),
    ranks: await ctx.db.subscriberEngagement.count(),
    counts: await ctx.db.subscriberCount.count(),
    texts: (await texts(ctx)).length,
  }
  expect(left).toEqual({ subscribers: 0, ranks: 0, counts: 0, texts: 0 })
  await expect(add(ctx, [{ email_address: 'bo@studio.example' }])).rejects.toThrow()
  expect(await ctx.db.subscriber.count()).toBe(0)
})

test('while no worker runs, a web process writes waiting search texts and logs a warning', async () => {
  const { ctx } = await testAccount()
  await writeSearchTexts()
  const warnings: unknown[] = []
  const late: number[] = []
  const log = Object.assign(Object.create(rootLogger()), { warn: (line: unknown) => warnings.push(line) })
  const backlog = watchSearchBacklog({ log, onLate: () => late.push(1) })
  onTestFinished(backlog.stop)
  const looking = async (name: string) => {
    await add(ctx, [{ email_address: `${name}@studio.example` }])
    return backlog.check()
  }
  // A worker writes between the checks.
  expect(await looking('ana')).toBe(false)
  await writeSearchTexts()
  expect(await looking('bo')).toBe(false)
  await writeSearchTexts()
  expect(await backlog.check()).toBe(false)
  expect(warnings).toEqual([])
  // No worker writes.
  expect(await looking('cy')).toBe(false)
  expect(await looking('di')).toBe(true)
  expect(await waiting(ctx)).toBe(0)
  expect(await texts(ctx)).toHaveLength(4)
  expect(warnings).toEqual([expect.stringContaining('Start a worker with `npm run worker`, or set WORKER=on')])
  expect(late).toHaveLength(1)
  expect(await looking('ed')).toBe(false)
  expect(await backlog.check()).toBe(true)
  expect(warnings).toHaveLength(1)
})
