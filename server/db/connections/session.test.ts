import { expect, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { testAccount } from '../../testing/account.ts'
import { database } from '../client.ts'
import { prismaOn } from './session.ts'

test('relations that Prisma reads in parallel are queried one by one on a connection', async () => {
  const { account_id: id } = await testAccount()
  const client = await database().pool.connect()
  let open = 0
  let max_open = 0
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const counting = async (...args: unknown[]) => {
    max_open = Math.max(max_open, ++open)
    try {
      return await send(...args)
    } finally {
      open--
    }
  }
  // A view of the connection, so the pool gets back the original.
  const counted = new Proxy(client, { get: (of, name) => (name === 'query' ? counting : Reflect.get(of, name)) })
  try {
    await client.query('begin')
    const on = prismaOn(database().prisma, counted)
    const found = await on.account.findUniqueOrThrow({
      where: { id },
      include: { tags: true, custom_fields: true, forms: true, sequences: true },
    })
    expect(found.id).toBe(id)
    expect(max_open).toBe(1)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('simultaneous queries of two transactions each run in their own', async () => {
  const account = await testAccount()
  const rename = (ctx: Ctx, name: string) =>
    write(ctx, async (tx) => {
      await tx.sql.run('update account set name = $2 where id = $1', [name])
      await bothHaveWritten()
      const { id, name: read } = await tx.db.account.findUniqueOrThrow({ where: { id: ctx.account_id } })
      const member = await tx.db.membership.findUnique({
        where: { account_id_user_id: { account_id: id, user_id: account.user_id } },
      })
      return [id, read, member?.user_id]
    })
  let writers = 0
  const { promise: all, resolve } = Promise.withResolvers<void>()
  const bothHaveWritten = () => {
    if (++writers === 2) resolve()
    return all
  }
  const two = await testAccount()
  expect(await Promise.all([rename(account.ctx, 'One'), rename(two.ctx, 'Two')])).toEqual([
    [account.account_id, 'One', account.user_id],
    [two.account_id, 'Two', undefined],
  ])
})
