import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { testAccount } from '../../testing/account.ts'
import { exported } from '../../testing/modules/exports.ts'
import { imported } from '../../testing/modules/imports.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { upsertSubscribers } from '../subscribers/write/upsert.ts'
import { addTaggings } from '../tags/bulk.ts'
import { createTag } from '../tags/service.ts'

const everyone = { kind: 'subscribers', selection: { status: 'all' } } as const

/** Everything that an import can set, with field values by label. */
async function accountOf(ctx: Ctx): Promise<object[]> {
  return ctx.sql.rows<object>(
    `select s.email_address, s.first_name, s.state::text, s.created_at, s.canceled_at,
       (select coalesce(json_object_agg(f.label, s.fields ->> f.slot order by f.label), '{}') from custom_field f
        where f.account_id = $1 and s.fields ? f.slot) as fields,
       (select coalesce(json_agg(g.name order by g.name), '[]') from tagging x
          join tag g on g.account_id = $1 and g.id = x.tag_id
        where x.account_id = $1 and x.subscriber_id = s.id) as tags
     from subscriber s where s.account_id = $1 order by s.email_address`,
  )
}

/**
 * Exports an account, imports the file into another one and expects the same subscribers; importing it into the first one changes nothing.
 */
async function comesBack(from: Ctx): Promise<void> {
  const { ctx: to } = await testAccount()
  const { bytes } = await exported(from, everyone)
  const { counts } = await imported(to, bytes)
  const before = await accountOf(from)
  expect(counts).toMatchObject({ created: before.length, invalid: 0 })
  expect(await accountOf(to)).toEqual(before)
  expect((await imported(from, bytes)).counts).toMatchObject({ created: 0, updated: 0, unchanged: before.length })
}

const LABELS = ['Balance', 'Note', 'Status', 'Newsletter', '=Sum', 'ID', 'Column 3', 'referrer', 'utm_source', 'Tags']

test('importing an export restores tags with commas, quotes and signs, values like formulas, and blanks at either end', async () => {
  const { ctx } = await testAccount()
  for (const label of LABELS) await createCustomField(ctx, { label })
  const rows = await ctx.db.customField.findMany({ select: { key: true, label: true } })
  const values: Record<string, string> = {
    Balance: "'=SUM(A1)",
    Note: ' at both ends  ',
    Newsletter: 'no',
    '=Sum': "''-1",
  }
  const fields = Object.fromEntries(rows.map(({ key, label }) => [key, values[label] ?? `of ${label}`]))
  const [ada] = await upsertSubscribers(ctx, {
    items: [
      { email_address: 'a@x.example', first_name: '=1+1', created_at: new Date('2024-02-03T04:05:06Z'), fields },
      {
        email_address: 'b@x.example',
        state: 'cancelled',
        created_at: new Date('2024-02-03T04:05:06Z'),
        canceled_at: new Date('2025-02-03T04:05:06Z'),
      },
      { email_address: 'c@x.example', state: 'bounced', created_at: new Date('2024-02-03T04:05:06Z') },
    ],
    origin: { cause: 'api', attribution: { source_type: 'api_subscription' }, consent: { source: 'api' } },
  })
  const names = [
    'a, b',
    'say "hi"',
    '"whole"',
    '=start',
    "'=start",
    'a;b',
    'x|y',
    '[1]',
    '{2}',
    "'single'",
    'k=v',
    '-5',
    '@at',
  ]
  const items = []
  for (const name of names) {
    const tag = await createTag(ctx, { name })
    items.push({ tag_id: tag.value.id, subscriber_id: ada?.id ?? 0 })
  }
  await addTaggings(ctx, { items })
  await comesBack(ctx)
})

test('importing formulas.csv and exporting it again changes no cell', async () => {
  const { ctx } = await testAccount()
  const file = await readFile(path.join(import.meta.dirname, '../imports/file/fixtures/formulas.csv'))
  await imported(ctx, file)
  expect(await accountOf(ctx)).toMatchObject([
    { first_name: '-5', fields: { Balance: '-5', Phone: '+44 123', Handle: '@fia', Quote: "'quoted'" } },
    { first_name: '=1+1', fields: { Balance: '=SUM(A1)', Phone: '+1', Handle: '@x', Quote: "''x" } },
  ])
  await ctx.sql.run(`update subscriber set created_at = '2024-02-03T04:05:06Z' where account_id = $1`)
  await comesBack(ctx)
})
