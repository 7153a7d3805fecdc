import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { database, unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { type RestProcess, type RestProcessAnswer, startRest } from '../../testing/processes/rest-process.ts'

const HOLD = 733_023

/** Blocks storing answers of the account until the returned function is called. */
async function holdAnswers({ account_id }: TestAccount): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: inject('database_url') })
  await client.connect()
  const name = `hold_answers_${account_id}`
  await client.query(`select pg_advisory_lock(${HOLD}, ${account_id});
    create function ${name}() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${HOLD}, ${account_id}); return new;
    end $$;
    create trigger ${name} before insert or update on idempotency_key for each row
      when (new.account_id = ${account_id} and new.status is not null) execute function ${name}()`)
  onTestFinished(async () => {
    await client.query(`drop trigger ${name} on idempotency_key; drop function ${name}()`)
    await client.end()
  })
  return async () => void (await client.query(`select pg_advisory_unlock(${HOLD}, ${account_id})`))
}

const isHeld = async ({ account_id }: TestAccount) =>
  (
    await database().pool.query(
      `select from pg_locks where locktype = 'advisory' and classid = ${HOLD} and objid = ${account_id} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rowCount === 1

const CUT_OFF: [string, string, object, (account: TestAccount) => Promise<number>][] = [
  [
    'creation',
    '/v4/broadcasts',
    { subject: 'Once' },
    ({ account_id }) => unscoped().broadcast.count({ where: { account_id } }),
  ],
  [
    'bulk request',
    '/v4/bulk/tags',
    { tags: Array.from({ length: 101 }, (_, i) => ({ name: `Tag ${i}` })) },
    ({ account_id }) => unscoped().bulkRequest.count({ where: { account_id } }),
  ],
]

test.each(CUT_OFF)(
  'a keyed %s happens once if its process dies between the change and the answer',
  async (_, path, body, count) => {
    const account = await testAccount()
    const release = await holdAnswers(account)
    const headers = { Authorization: `Bearer ${account.token}`, 'Idempotency-Key': 'cut-off' }
    const first = await startRest(inject('database_url'))
    const lost = first.post(path, body, headers)
    await vi.waitUntil(() => isHeld(account), { ...PATIENCE, interval: 5 })
    await first.kill()
    expect(await lost).toBeUndefined()
    await release()

    const second = await startRest(inject('database_url'))
    onTestFinished(second.kill)
    const answer = await second.post(path, body, headers)
    expect(answer?.status).toBeLessThan(300)
    expect(await count(account)).toBe(1)
    expect(await second.post(path, body, headers)).toEqual({ ...answer, replayed: true })
    expect(await count(account)).toBe(1)
  },
)

/** Creates a broadcast per key, eight at a time, and kills the process `kills` times. */
async function createThroughKills(account: TestAccount, { keys, kills }: { keys: number; kills: number }) {
  const unanswered = Array.from({ length: keys }, (_, i) => `key-${i}`)
  const answers = new Map<string, RestProcessAnswer>()
  let retries = 0
  let current = await startRest(inject('database_url'))
  onTestFinished(() => current.kill())
  const cutOff = new Set<string>()
  for (let round = 0; unanswered.length > 0; round++) {
    const enough = round < kills ? Math.ceil(((round + 1) * keys) / (kills + 1)) : keys
    await Promise.all(Array.from({ length: 8 }, () => worker(current, enough)))
    if (unanswered.length === 0) break
    await current.kill()
    current = await startRest(inject('database_url'))
  }
  return { answers, retries }

  async function worker(rest: RestProcess, enough: number): Promise<void> {
    for (let key = unanswered.pop(); key; key = unanswered.pop()) {
      const headers = { Authorization: `Bearer ${account.token}`, 'Idempotency-Key': key }
      const answering = rest.post('/v4/broadcasts', { subject: key }, headers)
      // Killed in the middle of eight requests.
      if (answers.size >= enough) void rest.kill()
      const answer = await answering
      if (cutOff.delete(key)) retries++
      if (answer) answers.set(key, answer)
      else {
        cutOff.add(key)
        unanswered.push(key)
        return
      }
    }
  }
}

test('50 keyed creations with 2 kills (-9) make exactly 50 records, and no retry has to wait', async () => {
  const account = await testAccount()
  const { account_id } = account
  const { answers, retries } = await createThroughKills(account, { keys: 50, kills: 2 })
  expect(retries).toBeGreaterThan(0)
  // No retry is told that the request of the dead process still runs.
  expect([...answers.values()].filter(({ status }) => status !== 201)).toEqual([])
  const made = await unscoped().broadcast.findMany({ where: { account_id }, select: { id: true, subject: true } })
  expect(made).toHaveLength(50)
  const told = [...answers].map(([subject, { body }]) => ({ id: body.broadcast.id, subject }))
  expect(told.sort((a, b) => a.id - b.id)).toEqual(made.sort((a, b) => a.id - b.id))
})
