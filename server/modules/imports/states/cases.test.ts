import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { IMPORT_OPTIONS, imported, statesIn, uploaded } from '../../../testing/modules/imports.ts'
import { getPreview, previewImport } from '../preview/preview.ts'
import { previewSlice } from '../preview/slice.ts'

/** Exports of other products, with the states of their rows after an import with the suggested mapping. */
const CASES: Record<string, string[]> = {
  'beehiiv.csv': ['active', 'inactive', 'inactive'],
  'buttondown.csv': ['active', 'cancelled', 'inactive'],
  'drip.csv': ['active', 'cancelled', 'bounced'],
  'french.csv': ['cancelled', 'active'],
  'gdpr-optin.csv': ['active', 'cancelled'],
  'german.csv': ['cancelled', 'active'],
  'ghost-subscribed.csv': ['active', 'cancelled'],
  'hubspot.csv': ['active', 'cancelled'],
  'keila.csv': ['active', 'cancelled', 'bounced'],
  'mailchimp-contacts.csv': ['active', 'inactive', 'bounced'],
  'mailerlite.csv': ['active', 'cancelled', 'complained'],
  'mailjet.csv': ['active', 'cancelled'],
  'mailpoet.csv': ['active', 'cancelled'],
  'newsletter-de.csv': ['active', 'cancelled'],
  'omnisend.csv': ['active', 'cancelled', 'inactive'],
  'status-phrase.csv': ['active', 'cancelled', 'cancelled'],
  'unsubscribed-date.csv': ['active', 'cancelled'],
  'unsubscribed_email_audience_export_1a2b3c.csv': ['cancelled'],
  'zoho.csv': ['active', 'cancelled', 'complained'],
}

/** The preview when it is completed. */
async function previewOf(ctx: Ctx, id: number) {
  await previewImport(ctx, { id, ...IMPORT_OPTIONS })
  while (await previewSlice(ctx, { id }));
  return getPreview(ctx, { id })
}

const fixture = (name: string) => readFile(path.join(import.meta.dirname, 'fixtures', name))

test.each(Object.entries(CASES))(
  '%s makes active only who may be mailed, and preview and result say it',
  async (filename, states) => {
    const { ctx } = await testAccount()
    const content = await fixture(filename)
    const { id } = await uploaded(ctx, content, filename)
    const preview = await previewOf(ctx, id)
    const done = await imported(ctx, content, { filename })
    expect(Object.values(await statesIn(ctx))).toEqual(states)
    const counts = { active: 0, inactive: 0, cancelled: 0, bounced: 0, complained: 0 }
    for (const state of states) counts[state as keyof typeof counts] += 1
    expect(preview).toMatchObject({ state: 'completed', states: counts, questions: [] })
    expect(done.states).toEqual(counts)
  },
)

test('an unknown word is counted before the start, and a user decides on it', async () => {
  const { ctx } = await testAccount()
  const { id, columns } = await uploaded(ctx, await fixture('beehiiv.csv'))
  const preview = await previewOf(ctx, id)
  expect(preview?.unknown).toEqual([{ column: 1, word: 'validating', count: 1 }])
  const decided = columns.map((column) =>
    column.target === 'state' ? { ...column, words: { validating: 'active' as const } } : column,
  )
  await imported(ctx, await fixture('beehiiv.csv'), { columns: decided })
  expect(Object.values(await statesIn(ctx))).toEqual(['active', 'inactive', 'active'])
})

test('a date of leaving is when the subscriber unsubscribed', async () => {
  const { ctx } = await testAccount()
  for (const name of [
    'unsubscribed_email_audience_export_1a2b3c.csv',
    'unsubscribed-date.csv',
    'drip.csv',
    'buttondown.csv',
  ])
    await imported(ctx, await fixture(name), { filename: name })
  const left = await ctx.db.subscriber.findMany({ where: { state: 'cancelled' }, orderBy: { id: 'asc' } })
  const { time_zone } = await ctx.db.account.findFirstOrThrow()
  expect(time_zone).toBe('Europe/Oslo')
  expect(left.map(({ canceled_at }) => canceled_at?.toISOString())).toEqual([
    '2023-05-01T07:00:00.000Z',
    '2024-05-01T08:00:00.000Z',
    '2024-01-31T23:00:00.000Z',
    '2024-02-11T23:00:00.000Z',
  ])
})

test('the date of joining of MailerLite and the flag of Ghost are told apart', async () => {
  const { ctx } = await testAccount()
  await imported(ctx, await fixture('mailerlite.csv'))
  const first = await ctx.db.subscriber.findFirstOrThrow({ orderBy: { id: 'asc' } })
  expect(first.created_at.toISOString()).toBe('2023-05-06T05:08:09.000Z')
  const ghost = await uploaded(ctx, await fixture('ghost-subscribed.csv'))
  expect(ghost.columns.map(({ target }) => target)).toEqual(['email_address', 'first_name', 'state'])
})

test('a form with double opt-in asks those who are unconfirmed, and no one whose word is not known', async () => {
  const { ctx, account_id } = await testAccount()
  const form = await unscoped().form.create({
    data: { account_id, name: 'F', uid: `states-${account_id}`, double_opt_in: true },
  })
  const file =
    'Email,Status\na@x.example,active\nb@x.example,unconfirmed\nc@x.example,weggegangen\nd@x.example,unsubscribed\n'
  const options = { form_id: form.id, double_opt_in: true }
  await imported(ctx, file, options)
  expect(await statesIn(ctx)).toEqual({ a: 'inactive', b: 'inactive', c: 'inactive', d: 'cancelled' })
  const asked = await ctx.sql.rows<{ email_address: string }>(
    `select s.email_address from confirmation c join subscriber s on s.account_id = c.account_id and s.id = c.subscriber_id
     where c.account_id = $1 order by 1`,
  )
  expect(asked.map(({ email_address }) => email_address)).toEqual(['a@x.example', 'b@x.example'])
})
