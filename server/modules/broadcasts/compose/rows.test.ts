import { expect, test } from 'vitest'
import { DEFAULT_PER_PAGE } from '../../../core/page/page.ts'
import { testAccount } from '../../../testing/account.ts'
import { listPosts, listWrittenPosts } from '../../posts/service.ts'
import { listLatestPurchases, listPurchases } from '../../purchases/service.ts'
import { listChangedSnippets, listSnippets } from '../../snippets/service.ts'
import { listTemplateCards } from '../../templates/editing.ts'
import { listBroadcasts } from '../service.ts'
import { listBroadcastRows } from './composer.ts'

const page = { per_page: DEFAULT_PER_PAGE, include_total_count: false }
const day = (of_month: number) => new Date(Date.UTC(2026, 4, of_month))

test('lists of the dashboard are sorted by the date that they show, page by page; those of the API by their id', async () => {
  const { ctx, account_id } = await testAccount()
  for (const [subject, send_at, updated_at] of [
    ['sent long ago', day(1), day(9)],
    ['scheduled', day(30), day(2)],
    ['draft', null, day(8)],
    ['sent lately', day(7), day(7)],
  ] as const)
    await ctx.db.broadcast.create({ data: { account_id, subject, send_at, updated_at } })
  const subjects = async (query: object = {}) => {
    const found = await listBroadcastRows(ctx, { ...page, ...query })
    return [found.rows().map(({ subject }) => subject), found.pagination] as const
  }
  expect((await subjects())[0]).toEqual(['scheduled', 'draft', 'sent lately', 'sent long ago'])
  const [first, { end_cursor }] = await subjects({ per_page: 2 })
  const [second] = await subjects({ per_page: 2, after: end_cursor })
  expect([first, second]).toEqual([
    ['scheduled', 'draft'],
    ['sent lately', 'sent long ago'],
  ])
  const by_id = (await listBroadcasts(ctx, { ...page, slim: true })).rows().map(({ subject }) => subject)
  expect(by_id).toEqual(['sent lately', 'draft', 'scheduled', 'sent long ago'])

  for (const [publication_id, title, published_at] of [
    [1, 'new', day(20)],
    [2, 'old', day(3)],
  ] as const)
    await ctx.db.post.create({ data: { account_id, title, published_at, publication_id, slug: title } })
  const posts = { ...page, include_content: false }
  expect((await listWrittenPosts(ctx, posts)).rows().map(({ title }) => title)).toEqual(['new', 'old'])
  expect((await listPosts(ctx, posts)).rows().map(({ title }) => title)).toEqual(['old', 'new'])

  for (const [key, updated_at] of [
    ['changed', day(9)],
    ['older', day(3)],
  ] as const)
    await ctx.db.snippet.create({ data: { account_id, name: key, key, snippet_type: 'inline', updated_at } })
  const snippets = { ...page, archived: false, include_content: false }
  expect((await listChangedSnippets(ctx, snippets)).rows().map(({ key }) => key)).toEqual(['changed', 'older'])
  expect((await listSnippets(ctx, snippets)).rows().map(({ key }) => key)).toEqual(['older', 'changed'])

  for (const [name, updated_at] of [
    ['changed', day(9)],
    ['older', day(3)],
  ] as const)
    await ctx.db.emailTemplate.create({ data: { account_id, name, updated_at } })
  const templates = (await listTemplateCards(ctx, page)).rows().filter(({ is_default }) => !is_default)
  expect(templates.map(({ name }) => name).filter((name) => /changed|older/.test(name))).toEqual(['changed', 'older'])

  const email_address = 'x@example.net'
  const { id: subscriber_id } = await ctx.db.subscriber.create({ data: { account_id, email_address } })
  const amounts = { subtotal: 1, discount: 0, tax: 0, shipping: 0, total: 1 }
  const bought = { account_id, subscriber_id, email_address, source: 'Shop', ...amounts }
  for (const [transaction_id, transaction_time] of [
    ['new', day(9)],
    ['reported late', day(3)],
  ] as const)
    await ctx.db.purchase.create({ data: { ...bought, transaction_id, transaction_time } })
  const ids = (one: Awaited<ReturnType<typeof listPurchases>>) => one.rows().map((row) => row.transaction_id)
  expect(ids(await listLatestPurchases(ctx, page))).toEqual(['new', 'reported late'])
  expect(ids(await listPurchases(ctx, page))).toEqual(['reported late', 'new'])
})
