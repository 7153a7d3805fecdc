import { expect, test } from 'vitest'
import { systemCtx, systemPool } from './core/context.ts'
import { inLanguageOf } from './core/locale/of-account.ts'
import { PageQuery } from './core/page/page.ts'
import { unsubscribeUrl } from './modules/delivery/tracking/tokens.ts'
import { findUnsubscriber } from './modules/delivery/tracking/unsubscribe.ts'
import { findSitePost } from './modules/posts/site/site.ts'
import { findAccountOfHost, forgetHosts } from './modules/sites/hosts.ts'
import { findPublisher, findStyle } from './modules/style/service.ts'
import { listSubscribers } from './modules/subscribers/list/list.ts'
import { SubscriberFilter } from './modules/subscribers/schema.ts'
import { findSession } from './modules/users/sessions.ts'
import { withIdempotencyKey } from './rest/request/idempotency.ts'
import { loosen, manyRows } from './testing/database/many-rows.ts'
import { runInOwnDatabase } from './testing/database/own-database.ts'

// Queries of the dashboard, API and public pages that run on every request are not planned each time (decision 0048), and their plans suit all
// accounts.

runInOwnDatabase()

const ROWS = 4_000
const ACCOUNT = 10_000_007
/** Has half of the subscribers. */
const LARGE_ACCOUNT = 10_000_001
/** Session of user and account 7. */
const SESSION = '8f14e45f-ceea-167a-5a36-dedd4bea2543'
const SOURCE = { ip: '192.0.2.1', user_agent: 'Mozilla/5.0' }
/** PostgreSQL plans a prepared statement for its values five times, and a text gets a name on its second occurrence. */
const TIMES = 12

/** Creates many accounts, one of which has half of the subscribers and posts. */
async function fill(): Promise<void> {
  const id = '10000000 + n'
  const account_id = { account_id: id }
  const mostly_one = { account_id: `10000000 + case when n % 2 = 0 then 1 else n end` }
  await manyRows('account', ROWS, { id })
  await manyRows('users', ROWS, { id, email: `'user' || n || '@x.example'` })
  await manyRows('membership', ROWS, { ...account_id, user_id: id })
  await manyRows('session', ROWS, { id: `md5(n::text)::uuid`, user_id: id })
  await manyRows('authenticator', ROWS, { user_id: id })
  await manyRows('passkey', ROWS, { user_id: id })
  await manyRows('account_view', ROWS, { ...account_id, session_id: `md5(n::text)::uuid` })
  await manyRows('account_style', ROWS, { ...account_id, choices: `'{"logo_id": 1}'` })
  await manyRows('media_picture', ROWS, mostly_one)
  await manyRows('subscriber', ROWS, { ...mostly_one, email_address: `'s' || n || '@x.example'` })
  await manyRows('post', ROWS, { ...mostly_one, publication_id: 'n', slug: `'post-' || n`, status: `'published'` })
  await manyRows('site', ROWS, { ...account_id, domain: `'d' || n || '.example'`, domain_live_at: 'now()' })
  await manyRows('idempotency_key', ROWS, { ...account_id, credential: `'api_key:' || n`, key: `'k' || n` })
}

/** `text` occurs only in the statement to check. */
const ASKED: Record<string, { ask?: (time: number) => Promise<unknown>; text: string }> = {
  'who is signed in': {
    ask: () => findSession(systemCtx(0), { id: SESSION, source: SOURCE }),
    text: 'from session s',
  },
  'the language of a public page': {
    ask: () => inLanguageOf({ account_id: ACCOUNT }, () => null),
    text: 'select language from account',
  },
  'the account of a public page': { ask: () => findPublisher(systemCtx(ACCOUNT)), text: 'creator_profile c' },
  'the style of a public page': { ask: () => findStyle(systemCtx(ACCOUNT)), text: 'from account_style' },
  'a post': { ask: () => findSitePost({ account_id: ACCOUNT, slug: 'post-7' }), text: 't.slug = $2' },
  'whose a domain is': {
    ask: () => {
      forgetHosts()
      return findAccountOfHost('d7.example')
    },
    text: 'from site where domain',
  },
  'subscribers of an account with many': {
    ask: () => listSubscribers(systemCtx(LARGE_ACCOUNT), { ...SubscriberFilter.parse({}), ...PageQuery.parse({}) }),
    text: 'from subscriber t',
  },
  'who unsubscribes': {
    ask: () =>
      findUnsubscriber(unsubscribeUrl({ account_id: ACCOUNT, mail_id: 1, subscriber_id: 7 }).split('/u/')[1] ?? ''),
    text: 'left join subscriber s',
  },
  'a request that repeats': {
    ask: (time) =>
      withIdempotencyKey(
        systemCtx(ACCOUNT),
        { key: `once ${time}`, credential: 'api_key:7', request: ['POST'], has_secret: false },
        async () => ({ status: 201, body: null, headers: {} }),
      ),
    text: 'from idempotency_key',
  },
  'the answer to a request that repeats': { text: 'insert into idempotency_key' },
}

test('statements by key that run on every request keep one plan, which never reads a whole table', async () => {
  await loosen()
  await fill()
  expect(await findSession(systemCtx(0), { id: SESSION, source: SOURCE })).toMatchObject({ user_id: ACCOUNT })
  for (const { ask } of Object.values(ASKED)) for (let time = 0; time < TIMES; time++) await ask?.(time)
  const { rows } = await systemPool().query<{ statement: string; generic_plans: number }>(
    'select statement, generic_plans::int from pg_prepared_statements',
  )
  for (const [label, { text }] of Object.entries(ASKED)) {
    const found = rows.filter(({ statement }) => statement.includes(text))
    expect([label, found]).toEqual([label, [expect.anything()]])
    const [{ statement, generic_plans } = { statement: '', generic_plans: 0 }] = found
    expect([label, generic_plans > 0]).toEqual([label, true])
    const plan = await systemPool().query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${statement}`)
    const whole = plan.rows.map((line) => line['QUERY PLAN'].trim()).filter((line) => line.includes('Seq Scan'))
    expect([label, whole]).toEqual([label, []])
  }
})
