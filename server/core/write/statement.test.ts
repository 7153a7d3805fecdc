import { expect, test } from 'vitest'
import { database } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { writeStatement } from './statement.ts'
import { write } from './write.ts'

runInOwnDatabase()

test('a write of one statement is repeated after a deadlock, unless it is part of a transaction', async () => {
  const { ctx } = await testAccount()
  // The value of a sequence survives a failed statement.
  await database().pool.query(
    `create sequence attempt; create function collide(failures int) returns int language plpgsql as $$ begin
       if nextval('attempt') <= failures then raise deadlock_detected; end if; return 1; end $$`,
  )
  const collide = 'select collide($2::int) as made, 0 as emitted where $1::int is not null'
  expect(await writeStatement(ctx, collide, [2])).toMatchObject({ made: 1 })
  const last = () => database().pool.query<{ last_value: number }>('select last_value::int from attempt')
  expect((await last()).rows).toEqual([{ last_value: 3 }])
  await expect(write(ctx, (tx) => writeStatement(tx, collide, [1_000]))).rejects.toMatchObject({ code: '40P01' })
  expect((await last()).rows).toEqual([{ last_value: 4 }])
  await expect(writeStatement(ctx, collide, [1_000])).rejects.toMatchObject({ code: '40P01' })
})
