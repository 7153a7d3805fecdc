import { expect, test } from 'vitest'
import { addDays, localDate } from '../../../lib/time/time-zone.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import type { FormSort } from '../settings-schema.ts'
import { addToForms } from '../subscriptions/subscriptions.ts'

async function made() {
  const account: TestAccount = await testAccount()
  const { account_id, ctx } = account
  const { forms } = dashboard(account)
  const today = localDate('Europe/Oslo', ctx.now())
  const form = async (name: string, days: { ago: number; views: number; sign_ups: number }[], subscribers: number) => {
    const { id } = await forms.create({ name, type: 'embed', format: 'inline' })
    for (const { ago, ...counts } of days) {
      const row = { account_id, form_id: id, day: new Date(addDays(today, -ago)), ...counts }
      await ctx.db.formCount.create({ data: { ...row, kind: 'total' } })
      await ctx.db.formCount.create({ data: { ...row, kind: 'source', value: 'Direct' } })
    }
    for (let n = 0; n < subscribers; n++) {
      const email_address = `s${id}-${n}@example.net`
      const subscriber = await ctx.db.subscriber.create({
        data: { account_id, email_address, ...(n === 0 && { state: 'cancelled', canceled_at: ctx.now() }) },
      })
      await addToForms(ctx, { additions: [{ form_id: id, subscriber_id: Number(subscriber.id) }] })
    }
    return id
  }
  await form('Kiln guide', [{ ago: 0, views: 40, sign_ups: 10 }], 3)
  await form('apron', [{ ago: 29, views: 100, sign_ups: 5 }], 0)
  await form('Old 100%', [{ ago: 30, views: 900, sign_ups: 9 }], 2)
  await form('Copied', [{ ago: 1, views: 2, sign_ups: 3 }], 0)
  return { forms }
}

test('forms are listed with the figures of thirty days, and sorted by each', async () => {
  const { forms } = await made()
  const { rows } = await forms.rows({})
  expect(
    rows.map(({ name, subscriber_count, views, conversion }) => [name, subscriber_count, views, conversion]),
  ).toEqual([
    ['Copied', 0, 2, 1],
    ['Old 100%', 1, 0, null],
    ['apron', 0, 100, 0.05],
    ['Kiln guide', 2, 40, 0.25],
  ])
  const sorted = async (sort: FormSort, sort_order: 'asc' | 'desc') => {
    // Two pages, and back.
    const first = await forms.rows({ sort, sort_order, per_page: 2, include_total_count: true })
    expect(first.pagination.total_count).toBe(4)
    const next = await forms.rows({ sort, sort_order, per_page: 2, after: first.pagination.end_cursor ?? '' })
    const back = await forms.rows({ sort, sort_order, per_page: 2, before: next.pagination.start_cursor ?? '' })
    expect(back.rows).toEqual(first.rows)
    return [...first.rows, ...next.rows].map(({ name }) => name)
  }
  expect(await sorted('name', 'asc')).toEqual(['apron', 'Copied', 'Kiln guide', 'Old 100%'])
  expect(await sorted('subscribers', 'desc')).toEqual(['Kiln guide', 'Old 100%', 'Copied', 'apron'])
  expect(await sorted('views', 'desc')).toEqual(['apron', 'Kiln guide', 'Copied', 'Old 100%'])
  expect(await sorted('conversion', 'desc')).toEqual(['Copied', 'Kiln guide', 'apron', 'Old 100%'])
  expect(await sorted('conversion', 'asc')).toEqual(['Old 100%', 'apron', 'Kiln guide', 'Copied'])
  expect(await sorted('created', 'asc')).toEqual(['Kiln guide', 'apron', 'Old 100%', 'Copied'])
  expect((await dashboard(await testAccount()).forms.rows({})).rows).toEqual([])
})

test('forms are searched by name, whatever a pattern means', async () => {
  const { forms } = await made()
  const names = async (filter: object) => (await forms.rows(filter)).rows.map(({ name }) => name)
  expect(await names({ search: 'KILN' })).toEqual(['Kiln guide'])
  expect(await names({ search: '0%' })).toEqual(['Old 100%'])
  expect(await names({ search: '_' })).toEqual([])
  expect(await names({ status: 'archived' })).toEqual([])
})
