import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { database, unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { type RestProcess, type RestProcessAnswer, startRest } from '../../testing/processes/rest-process.ts'
import { deepTest } from '../../testing/runner/deep.ts'

const HOLD = 733_023
/** Each start loads the whole API. */
const KILLS = Math.ceil(inject('kills') / 2)
const KEYS = KILLS * 50

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

const countHeld = async ({ account_id }: TestAccount) =>
  (
    await database().pool.query(
      `select from pg_locks where locktype = 'advisory' and classid = ${HOLD} and objid = ${account_id} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
  ).rowCount

const CREATION = { path: '/v4/broadcasts', body: { subject: 'Once' }, key: 'creation' }
const BULK_REQUEST = {
  path: '/v4/bulk/tags',
  body: { tags: Array.from({ length: 101 }, (_, i) => ({ name: `Tag ${i}` })) },
  key: 'bulk request',
}

test('a keyed creation and a keyed bulk request happen once if their process dies between the change and the answer', async () => {
  const account = await testAccount()
  const { account_id } = account
  const release = await holdAnswers(account)
  const post = (rest: RestProcess, { path, body, key }: typeof CREATION | typeof BULK_REQUEST) =>
    rest.post(path, body, { Authorization: `Bearer ${account.token}`, 'Idempotency-Key': key })
  const count = async () => [
    await unscoped().broadcast.count({ where: { account_id } }),
    await unscoped().bulkRequest.count({ where: { account_id } }),
  ]
  const first = await startRest(inject('database_url'))
  const lost = [post(first, CREATION), post(first, BULK_REQUEST)]
  await vi.waitUntil(async () => (await countHeld(account)) === 2, { ...PATIENCE, interval: 5 })
  await first.kill()
  expect(await Promise.all(lost)).toEqual([undefined, undefined])
  await release()

  const second = await startRest(inject('database_url'))
  onTestFinished(second.kill)
  for (const request of [CREATION, BULK_REQUEST]) {
    const answer = await post(second, request)
    expect(answer?.status).toBeLessThan(300)
    expect(await post(second, request)).toEqual({ ...answer, replayed: true })
  }
  expect(await count()).toEqual([1, 1])
})

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

deepTest('keyed creations amid kills (-9) make exactly one record for each key, and no retry has to wait', async () => {
  const account = await testAccount()
  const { account_id } = account
  const { answers, retries } = await createThroughKills(account, { keys: KEYS, kills: KILLS })
  expect(retries).toBeGreaterThan(0)
  // No retry is told that the request of the dead process still runs.
  expect([...answers.values()].filter(({ status }) => status !== 201)).toEqual([])
  const made = await unscoped().broadcast.findMany({ where: { account_id }, select: { id: true, subject: true } })
  expect(made).toHaveLength(KEYS)
  const told = [...answers].map(([subject, { body }]) => ({ id: body.broadcast.id, subject }))
  expect(told.sort((a, b) => a.id - b.id)).toEqual(made.sort((a, b) => a.id - b.id))
})
