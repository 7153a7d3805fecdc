import { expect, onTestFinished, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { takeEvents } from '../../../testing/events.ts'
import {
  bulkRequests,
  callbackReceiver,
  runBulk,
  runBulkJobs,
  storedBulk,
  unblockBulk,
} from '../../../testing/modules/bulk.ts'

const OPERATION = 'POST /v4/bulk/tags'
const FAULT = ['Internal Server Error']

/** Makes the database fail for the account's tags with matching names, as a bug would. */
async function failAt({ account_id }: TestAccount, pattern: string, code = 'XX000'): Promise<void> {
  const name = `fault_of_${account_id}`
  const db = unscoped()
  await db.$executeRawUnsafe(
    `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'a fault' using errcode = '${code}'; end $$`,
  )
  onTestFinished(async () => {
    await db.$executeRawUnsafe(`drop function ${name} cascade`)
  })
  await db.$executeRawUnsafe(
    `create trigger ${name} before insert on tag for each row when (new.account_id = ${account_id} and new.name ~ '${pattern}')
     execute function ${name}()`,
  )
}

const tags = (count: number) => ({ tags: Array.from({ length: count }, (_, i) => ({ name: `Tag ${i}` })) })

/** Runs the job each time it is enqueued, until the request is done or the job fails for good. Returns the failures. */
async function work(account: TestAccount, id: number): Promise<number> {
  for (let failures = 0; ; ) {
    try {
      while (await runBulk(account.ctx, { id }));
      return failures
    } catch {
      failures += 1
      await unblockBulk(account.ctx, { id, queue: 'of the app' })
      const asked = (await takeEvents(account.account_id)).filter(({ type }) => type === 'bulk.requested')
      if (asked.length === 0) return failures
      expect(asked.at(0)).toEqual({ type: 'bulk.requested', data: { bulk_request_id: id, queue: 'of the app' } })
    }
  }
}

test('items that cause a server error are answered as failures and block no other item', async () => {
  const account = await testAccount()
  const { url, received } = await callbackReceiver()
  const { id } = await storedBulk(account.account_id, OPERATION, tags(300), { most_items: 100, callback_url: url })
  await takeEvents(account.account_id)
  await failAt(account, '^Tag (130|131|299)$')
  expect(await work(account, id)).toBe(2)
  await runBulkJobs(account)

  const made = await account.ctx.db.tag.findMany({ select: { name: true } })
  expect(made).toHaveLength(297)
  const [{ body } = { body: undefined }] = received
  expect(body.tags).toHaveLength(297)
  expect(body.failures).toMatchObject(
    ['Tag 130', 'Tag 131', 'Tag 299'].map((name) => ({ tag: { name }, errors: FAULT })),
  )
  const noted = await account.ctx.sql.rows(
    'select number, item from bulk_failure where account_id = $1 and bulk_request_id = $2 order by number',
    [id],
  )
  expect(noted).toEqual([131, 132, 300].map((number) => ({ number, item: { name: `Tag ${number - 1}` } })))
  expect(await bulkRequests(account.ctx)).toMatchObject([{ state: 'completed', done_count: 300, failure_count: 3 }])
})

test('a request behind one with a server error is applied after the failing items are answered', async () => {
  const account = await testAccount()
  const { id: first } = await storedBulk(account.account_id, OPERATION, tags(200), { most_items: 100 })
  const next = { tags: [{ name: 'Next' }] }
  const { id } = await storedBulk(account.account_id, OPERATION, next, { most_items: 100 })
  await takeEvents(account.account_id)
  await failAt(account, '^Tag 130$')
  expect(await work(account, id)).toBe(1)
  expect(await bulkRequests(account.ctx)).toMatchObject([
    { id: first, state: 'completed', done_count: 200, failure_count: 1 },
    { id, state: 'completed', done_count: 1, failure_count: 0 },
  ])
})

test('two processes that isolate the same failing item answer it only once', async () => {
  const account = await testAccount()
  const { id } = await storedBulk(account.account_id, OPERATION, tags(200), { most_items: 200 })
  await takeEvents(account.account_id)
  await failAt(account, '^Tag 7$')
  await Promise.all([work(account, id), work(account, id)])
  while (await runBulk(account.ctx, { id }));
  expect(await account.ctx.db.tag.count()).toBe(199)
  expect(await bulkRequests(account.ctx)).toMatchObject([{ state: 'completed', done_count: 200, failure_count: 1 }])
})

test('when no item can be applied, all are answered as failures after a few attempts', async () => {
  const account = await testAccount()
  const { url, received } = await callbackReceiver()
  const { id } = await storedBulk(account.account_id, OPERATION, tags(300), { most_items: 100, callback_url: url })
  await takeEvents(account.account_id)
  await failAt(account, '^Tag')
  expect(await work(account, id)).toBe(1)
  await runBulkJobs(account)
  const errors = received.map(({ body }) => [body.tags.length, body.failures.length, body.failures.at(-1).errors])
  expect(errors).toEqual([[0, 300, FAULT]])
  expect(await bulkRequests(account.ctx)).toMatchObject([{ state: 'completed', done_count: 300, failure_count: 300 }])
})

test('a deadlock fails no item of a bulk request, and a single request answers 503, which asks the app to retry', async () => {
  const account = await testAccount()
  const { id } = await storedBulk(account.account_id, OPERATION, tags(200), { most_items: 200 })
  await failAt(account, '^Tag 7$', '40P01')
  await expect(unblockBulk(account.ctx, { id, queue: 'of the app' })).rejects.toMatchObject({ code: '40P01' })
  expect(await bulkRequests(account.ctx)).toMatchObject([{ state: 'queued', done_count: 0, failure_count: 0 }])
  const { status, headers, body } = await api('POST /v4/tags', key(account), { name: 'Tag 7' })
  expect({ status, retry_after: headers.get('retry-after'), body }).toEqual({
    status: 503,
    retry_after: '1',
    body: { errors: ['Someone else changed the same records at the same moment. Please try again'] },
  })
})
