import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { previewSegment } from '../../segments/service.ts'
import { SegmentFilter } from '../segment-filter-schema.ts'
import { upsertSubscriber } from '../service.ts'

async function withDates(time_zone: string, dates: readonly string[]) {
  const account: TestAccount = await testAccount()
  const { ctx } = account
  await ctx.db.account.updateMany({ data: { time_zone } })
  const { id } = (await createCustomField(ctx, { label: 'Birthday' })).value
  for (const [n, birthday] of dates.entries())
    await upsertSubscriber(ctx, { email_address: `s${n}@example.net`, first_name: birthday, fields: { birthday } })
  return async (at: string, window: object) => {
    const condition = { type: 'date_field', subscriber_custom_field_id: id, ...window }
    const definition = SegmentFilter.parse({ conditions: [condition] })
    const { count, subscribers } = await previewSegment({ ...ctx, now: () => new Date(at) }, { definition })
    expect(count).toBe(subscribers.length)
    return subscribers.map(({ first_name }) => first_name).sort()
  }
}

test('windows of dates in custom fields begin and end at midnight of the account', async () => {
  const found = await withDates('Pacific/Auckland', ['1990-03-09', '1990-03-10', '2026-03-09', '2026-03-10'])
  // In Auckland it is March 10 from 11:00 UTC.
  expect(await found('2026-03-09T10:59:00Z', { next_days: 0 })).toEqual(['2026-03-09'])
  expect(await found('2026-03-09T11:00:00Z', { next_days: 0 })).toEqual(['2026-03-10'])
  expect(await found('2026-03-09T11:00:00Z', { last_days: 1 })).toEqual(['2026-03-09', '2026-03-10'])
  const yearly = { yearly: true, next_days: 0 }
  expect(await found('2026-03-09T10:59:00Z', yearly)).toEqual(['1990-03-09', '2026-03-09'])
  expect(await found('2026-03-09T11:00:00Z', yearly)).toEqual(['1990-03-10', '2026-03-10'])
  const behind = await withDates('Pacific/Honolulu', ['2026-03-09', '2026-03-10'])
  expect(await behind('2026-03-10T09:59:00Z', { last_days: 0 })).toEqual(['2026-03-09'])
  expect(await behind('2026-03-10T10:00:00Z', { last_days: 0 })).toEqual(['2026-03-10'])
})

test('February 29 counts as the 28th in other years, and a window of days passes the end of a year', async () => {
  const found = await withDates('Europe/Oslo', ['1992-02-28', '1992-02-29', '1990-12-31', '1990-01-02'])
  const yearly = (days: object) => ({ yearly: true, ...days })
  expect(await found('2026-02-28T12:00:00Z', yearly({ next_days: 0 }))).toEqual(['1992-02-28', '1992-02-29'])
  expect(await found('2028-02-28T12:00:00Z', yearly({ next_days: 0 }))).toEqual(['1992-02-28'])
  expect(await found('2028-02-28T12:00:00Z', yearly({ next_days: 1 }))).toEqual(['1992-02-28', '1992-02-29'])
  expect(await found('2026-12-30T12:00:00Z', yearly({ next_days: 3 }))).toEqual(['1990-01-02', '1990-12-31'])
  expect(await found('2027-01-02T12:00:00Z', yearly({ last_days: 2 }))).toEqual(['1990-01-02', '1990-12-31'])
})
