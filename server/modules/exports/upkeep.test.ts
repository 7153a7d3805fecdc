import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { takeEvents } from '../../testing/events.ts'
import { runExport } from './run.ts'
import { cancelExport, getExport, requestExport } from './service.ts'
import { lookAfterExports } from './upkeep.ts'

test('a file whose run was lost is asked for again, once, and made', async () => {
  const { ctx, account_id } = await testAccount()
  const request = () => requestExport(ctx, { kind: 'subscribers', selection: { status: 'all' } })
  const [waiting, lost, cancelled] = [await request(), await request(), await request()]
  await cancelExport(ctx, { id: cancelled.id })
  await ctx.sql.run(`update export set state = 'running', attempt = 1 where account_id = $1 and id = $2`, [lost.id])
  await takeEvents(account_id)
  const lookAfter = async (minutes?: number) => {
    if (minutes !== undefined) {
      const updated_at = new Date(Date.now() - minutes * 60_000)
      await unscoped().export.updateMany({ where: { account_id }, data: { updated_at } })
    }
    await lookAfterExports({ now: new Date() })
    return (await takeEvents(account_id)).map(({ type, data }) => [type, data.export_id])
  }
  expect(await lookAfter(14)).toEqual([])
  const both = [waiting, lost].map(({ id }) => ['export.requested', id])
  expect((await lookAfter(16)).toSorted()).toEqual(both)
  expect(await lookAfter()).toEqual([])
  for (const { id } of [waiting, lost, lost]) {
    await runExport(ctx, { id })
    expect(await getExport(ctx, { id })).toMatchObject({ state: 'completed' })
  }
  expect(await lookAfter(16)).toEqual([])
})
