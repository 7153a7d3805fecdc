import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { database } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { killAtWork, runProcess } from '../../../testing/database/kill-at-work.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { bulkRequests, callbackReceiver, runBulk, runBulkJobs, storedBulk } from '../../../testing/modules/bulk.ts'
import { deepTest } from '../../../testing/runner/deep.ts'
import { getBulkRequest } from '../records.ts'
import { cancelBulkRequest } from '../service.ts'

runInOwnDatabase()

const SCRIPT = fileURLToPath(new URL('../../../testing/processes/bulk-process.ts', import.meta.url))
const OPERATION = 'POST /v4/bulk/subscribers'
const ITEMS = 1_000
const SLICE = 50
const KILLS = 2

/** New subscribers, some repeated nearby or far away under another name, some invalid. */
const subscribers = Array.from({ length: ITEMS }, (_, i) => ({
  first_name: `N${i}`,
  email_address: i % 23 === 0 ? `bad ${i}` : `p${i % 7 === 0 ? i >> 1 : i}@x.example`,
}))

/** Starts a process on the request and kills it after it has applied `kill_after` items and before it has applied `most`. */
async function killAfter(ctx: Ctx, id: number, kill_after: number, most = ITEMS / KILLS - SLICE): Promise<void> {
  const done = async () => (await bulkRequests(ctx))[0]?.done_count ?? 0
  const before = await done()
  await killAtWork(SCRIPT, [database().url, ctx.account_id, id], {
    progress: { table: 'bulk_request', column: 'done_count' },
    hold_at: before + most,
    isDue: async () => (await done()) >= before + kill_after,
  })
  expect(await done()).toBeLessThan(ITEMS)
}

/** Returns everything that the request wrote, without IDs and times that differ between runs. */
async function outcome(ctx: Ctx) {
  const rows = await ctx.sql.rows(
    `select s.email_address, s.first_name, s.state, s.source_type, s.source_mechanism,
            (select count(*)::int from consent c where c.account_id = $1 and c.subscriber_id = s.id) as consents,
            (select count(*)::int from state_change h where h.account_id = $1 and h.subscriber_id = s.id) as changes
     from subscriber s where s.account_id = $1 order by s.email_address`,
  )
  const [request] = await bulkRequests(ctx)
  return { rows, request: { ...request, id: 0 } }
}

async function begin(callback_url: string) {
  const { account_id } = await testAccount()
  return storedBulk(account_id, OPERATION, { subscribers }, { most_items: SLICE, callback_url })
}

const named = ({ subscribers, failures }: { subscribers: { email_address: string }[]; failures: unknown[] }) => ({
  subscribers: subscribers.map((one) => ({ ...one, id: 0, created_at: '' })),
  failures,
})

deepTest(
  'a bulk request whose process is killed repeatedly, or that two processes run, has the results of an undisturbed one',
  async () => {
    const { url, received } = await callbackReceiver()
    const [calm, stormy, crowded] = [await begin(url), await begin(url), await begin(url)]
    await runBulkJobs(calm.ctx)

    for (let kills = 0; kills < KILLS; kills++) {
      await killAfter(stormy.ctx, stormy.id, Math.floor((Math.random() * ITEMS) / KILLS / 2))
    }
    expect(await runProcess(SCRIPT, [database().url, stormy.ctx.account_id, stormy.id])).toBe(0)
    await runBulkJobs(stormy.ctx)

    await Promise.all(
      [1, 2].map(async () => {
        while (await runBulk(crowded.ctx, { id: crowded.id, budget_ms: 20 }));
      }),
    )
    await runBulkJobs(crowded.ctx)

    const expected = await outcome(calm.ctx)
    expect(expected.request).toMatchObject({
      state: 'completed',
      item_count: ITEMS,
      done_count: ITEMS,
      failure_count: 44,
    })
    expect(await outcome(stormy.ctx)).toEqual(expected)
    expect(await outcome(crowded.ctx)).toEqual(expected)
    const [first, ...others] = received.map(({ body }) => named(body))
    expect(first?.subscribers).toHaveLength(expected.rows.length)
    expect(others).toEqual([first, first])
  },
)

test('a cancelled bulk request whose process is killed ends with every item answered once', async () => {
  const { url, received } = await callbackReceiver()
  const { ctx, id } = await begin(url)
  await runBulk(ctx, { id, budget_ms: 0 })
  await cancelBulkRequest(ctx, { id })
  await killAfter(ctx, id, 2 * SLICE)
  await killAfter(ctx, id, 4 * SLICE)
  await runBulkJobs(ctx)
  const untried_count = ITEMS - SLICE
  expect(await getBulkRequest(ctx, { id })).toMatchObject({
    state: 'stopped',
    done_count: ITEMS,
    failed_count: 3,
    untried_count,
    callback: { state: 'delivered' },
  })
  const { subscribers, failures } = received[0]?.body ?? {}
  expect(await ctx.db.subscriber.count()).toBe(subscribers.length)
  const cancelled = failures.filter(({ errors }: { errors: string[] }) => errors[0] === 'This request was cancelled')
  expect([cancelled.length, failures.length]).toEqual([untried_count, untried_count + 3])
})
