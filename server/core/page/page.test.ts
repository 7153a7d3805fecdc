import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'

test('ids of ten digits can be paged, and a cursor beyond the range of the column is refused', async () => {
  const account = await testAccount()
  await account.ctx.sql.run(
    `insert into tag (account_id, id, name, name_folded) select $1, id, id::text, id::text
     from unnest($2::int[]) id`,
    [[2_147_483_646, 2_147_483_647, 1_000_000_000]],
  )
  const seen: number[] = []
  for (let after = ''; ; ) {
    const { body } = await api(`GET /v4/tags?per_page=1&after=${after}`, key(account))
    seen.push(...body.tags.map(({ id }: { id: number }) => id))
    if (!body.pagination.has_next_page) break
    after = body.pagination.end_cursor
  }
  expect(seen).toEqual([2_147_483_647, 2_147_483_646, 1_000_000_000])
  const beyond = Buffer.from(JSON.stringify(['tags:d', '2147483648'])).toString('base64url')
  expect(await api(`GET /v4/tags?after=${beyond}`, key(account))).toMatchObject({
    status: 422,
    body: { errors: ['after is not a valid cursor'] },
  })
})

test('an unknown id answers 404 before bad paging answers 422', async () => {
  const account = await testAccount()
  for (const paging of ['per_page=0', 'after=nonsense', 'after=a&before=b'])
    expect(await api(`GET /v4/broadcasts/2000000000/clicks?${paging}`, key(account))).toMatchObject({
      status: 404,
      body: { errors: ['Not Found'] },
    })
})
