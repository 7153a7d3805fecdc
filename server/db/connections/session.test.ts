import { expect, test } from 'vitest'
import type { Ctx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { testAccount } from '../../testing/account.ts'
import { database } from '../client.ts'
import { prismaOn } from './session.ts'

test('relations that Prisma reads side by side are asked for one after the other on one connection', async () => {
  const { account_id: id } = await testAccount()
  const client = await database().pool.connect()
  let open = 0
  let most = 0
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const counting = async (...args: unknown[]) => {
    most = Math.max(most, ++open)
    try {
      return await send(...args)
    } finally {
      open--
    }
  }
  // A view of the connection, which the pool gets back as it was.
  const counted = new Proxy(client, { get: (of, name) => (name === 'query' ? counting : Reflect.get(of, name)) })
  try {
    await client.query('begin')
    const on = prismaOn(database().prisma, counted)
    const found = await on.account.findUniqueOrThrow({
      where: { id },
      include: { tags: true, custom_fields: true, forms: true, sequences: true },
    })
    expect(found.id).toBe(id)
    expect(most).toBe(1)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('what two transactions ask for in the same moment, each is answered in its own', async () => {
  const one = await testAccount()
  const rename = (ctx: Ctx, name: string) =>
    write(ctx, async (tx) => {
      await tx.sql.run('update account set name = $2 where id = $1', [name])
      await bothHaveWritten()
      const { id, name: read } = await tx.db.account.findUniqueOrThrow({ where: { id: ctx.account_id } })
      const member = await tx.db.membership.findUnique({
        where: { account_id_user_id: { account_id: id, user_id: one.user_id } },
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
  expect(await Promise.all([rename(one.ctx, 'One'), rename(two.ctx, 'Two')])).toEqual([
    [one.account_id, 'One', one.user_id],
    [two.account_id, 'Two', undefined],
  ])
})
