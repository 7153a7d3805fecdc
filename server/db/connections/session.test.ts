import { expect, test } from 'vitest'
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
    const found = await prismaOn(counted).account.findUniqueOrThrow({
      where: { id },
      include: { tags: true, custom_fields: true, forms: true, sequences: true },
    })
    expect(found.id).toBe(id)
    expect(most).toBe(1)
    const both = await prismaOn(counted).$transaction([
      prismaOn(counted).account.count({ where: { id } }),
      prismaOn(counted).account.findMany({ where: { id }, include: { tags: true, forms: true } }),
    ])
    expect(both[0]).toBe(1)
    expect(most).toBe(1)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
