import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { keysetPage, PageQuery } from './page.ts'
import type { PageSpec } from './sql.ts'

const TEXTS = [
  '',
  'plain',
  'a "quoted" word',
  'C:\\path\\',
  'two\nlines\tand a tab',
  'control \u0001 and \u007f',
  'Żółw 🐢',
  '</script>',
  '\u2028',
  '"',
  '\\',
]

const spec = (view: string): PageSpec => ({
  name: 'values',
  view,
  from: 'tag t',
  where: ['t.account_id = $1'],
  values: [],
  order: [{ expr: 't.id', type: 'integer', dir: 'asc' }],
})

test('each value of a list is written as PostgreSQL writes its JSON', async () => {
  const { ctx } = await testAccount()
  await ctx.sql.run(
    `insert into tag (account_id, name, name_folded) select $1, name, n::text from unnest($2::text[]) with ordinality as t(name, n)`,
    [TEXTS],
  )
  const columns = `t.id, t.id::bigint * 1000000000 as large, t.name, t.name = '' as is_empty, t.id / 3.0 as numeric, (t.id / 3.0)::float8 as float,
    null::int as missing, '2026-11-30'::date as day, 'active'::subscriber_state as state, '{"a": [1, null]}'::jsonb as object, json_build_array(t.name) as list`
  const page = await keysetPage(ctx.sql, PageQuery.parse({}), spec(columns))
  const rows = await ctx.sql.rows<{ json: string }>(
    `select row_to_json(v)::text as json from tag t cross join lateral (select ${columns}) v where t.account_id = $1 order by t.id`,
  )
  const { pagination } = page
  expect(page.body('tags').toString()).toBe(
    `{"tags":[${rows.map(({ json }) => json).join(',')}],"pagination":${JSON.stringify(pagination)}}`,
  )
  expect(page.rows().map((row) => (row as { name: string }).name)).toEqual(TEXTS)
  page.release()
})

test('a list refuses columns whose text is not their JSON', async () => {
  const { ctx } = await testAccount()
  for (const column of ['array[1]', 'now()', `'1 day'::interval`])
    await expect(keysetPage(ctx.sql, PageQuery.parse({}), spec(`${column} as refused`))).rejects.toThrow(
      'The column refused of a list has the type',
    )
})
