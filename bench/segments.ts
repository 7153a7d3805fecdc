import path from 'node:path'
import pg from 'pg'
import { configureLog } from '../server/core/log.ts'
import { openEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { clausesOf } from '../server/modules/subscribers/filter/clauses.ts'
import { matchedSql } from '../server/modules/subscribers/filter/matched-sql.ts'
import { SegmentFilter } from '../server/modules/subscribers/segment-filter-schema.ts'
import { binder } from '../server/modules/subscribers/view.ts'
import { loadListData } from './list-data.ts'

// Measures the time of counting a segment, against handwritten set operations on the same connection, alternating; the results are ratios of
// medians. The counts of both are compared. node bench/segments.ts [subscribers] [rounds]

const COUNT = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = Number(process.argv[3] ?? 5)
const NOW = new Date()
const daysAgo = (days: number) => new Date(+NOW - days * 86_400_000).toISOString()

interface Compared {
  name: string
  filter: object
  /** Query that returns the count as `n`. `$1` is the account. */
  by_hand: string
}

const human = `e.account_id = $1 and not e.is_machine`
const tagged = (id: number) =>
  `select g.subscriber_id as id from tagging g where g.account_id = $1 and g.tag_id = ${id}`
const openedSince = (days: number) =>
  `select distinct e.subscriber_id as id from engagement e where ${human} and e.kind = 'open' and e.occurred_at >= '${daysAgo(days)}'`
const engaged = (days: number) =>
  `select distinct e.subscriber_id as id from engagement e where ${human} and e.occurred_at >= '${daysAgo(days)}'`
const state = `select s.id from subscriber s where s.account_id = $1 and s.state = 'active'`
const field = (name: string, value: string) =>
  `select s.id from subscriber s where s.account_id = $1 and s.fields ->> '${name}' = '${value}'`
const countSql = (query: string) => `select count(*)::int as n from (${query}) x`

function cases(tags: readonly number[], field_id: number): Compared[] {
  const [a = 0, b = 0, c = 0] = tags
  const has = (...matching: number[]) => ({ type: 'tags', any: [{ type: 'ids', matching }] })
  const opens = (last_days: number) => ({ type: 'opens', last_days })
  const not = (condition: object) => ({ type: 'not', condition })
  const active = { type: 'subscriber_state', states: ['active'] }
  const isField = { type: 'custom_field', subscriber_custom_field_id: field_id, comparison: 'is', value: 'value 3' }
  return [
    {
      name: 'any of a tag and an open within 30 days',
      filter: { match: 'any', conditions: [has(a), opens(30)] },
      by_hand: countSql(`${tagged(a)} union ${openedSince(30)}`),
    },
    {
      name: 'active, and did not open within 90 days',
      filter: { conditions: [active, not(opens(90))] },
      by_hand: countSql(`${state} except ${openedSince(90)}`),
    },
    {
      name: 'active, any of a tag and a field, and not another tag',
      filter: {
        conditions: [active, { type: 'group', match: 'any', conditions: [has(a), isField] }, not(has(b))],
      },
      by_hand: countSql(
        `(${state}) intersect ((${tagged(a)}) union (${field('field_1', 'value 3')})) except (${tagged(b)})`,
      ),
    },
    {
      name: 'none of three tags and an open within 30 days',
      filter: { match: 'none', conditions: [has(a), has(b), has(c), opens(30)] },
      by_hand: countSql(
        `select s.id from subscriber s where s.account_id = $1 except
         ((${tagged(a)}) union all (${tagged(b)}) union all (${tagged(c)}) union all (${openedSince(30)}))`,
      ),
    },
    {
      name: 'no engagement in 180 days, though mail was sent',
      filter: { conditions: [{ type: 'engagement_level', levels: ['none'] }] },
      by_hand: countSql(
        `select g.subscriber_id from subscriber_engagement g where g.account_id = $1 and g.sent > 0 except ${engaged(180)}`,
      ),
    },
    {
      name: 'medium engagement',
      filter: { conditions: [{ type: 'engagement_level', levels: ['medium'] }] },
      by_hand: countSql(`${engaged(90)} except ${engaged(30)}`),
    },
  ]
}

configureLog('silent')
const embedded = await openEmbedded({ dir: path.resolve(`node_modules/.cache/envoi-bench-${COUNT}`) })
await migrate(embedded.url)
const client = new pg.Client({ connectionString: embedded.url })
await client.connect()
try {
  const [known] = (await client.query(`select id from account where name = 'Measured'`)).rows
  const account_id: number = known?.id ?? (await loadListData(embedded.url, { subscribers: COUNT, events: COUNT * 3 }))
  const tags = (await client.query('select id from tag where account_id = $1 order by id limit 3', [account_id])).rows
  const [{ id: field_id }] = (
    await client.query(`select id from custom_field where account_id = $1 and slot = 'field_1'`, [account_id])
  ).rows
  for (const compared of cases(
    tags.map(({ id }) => id),
    field_id,
  ))
    await measure(compared, account_id)
} finally {
  await client.end()
  await embedded.close()
}

async function measure({ name, filter, by_hand }: Compared, account_id: number): Promise<void> {
  const values: unknown[] = []
  const matched = matchedSql(clausesOf(SegmentFilter.parse(filter)), { now: NOW }, binder(values))
  const ours = { text: `with ${matched} select count(*)::int as n from matched`, values: [account_id, ...values] }
  const hand = { text: by_hand, values: [account_id] }
  const times: [number[], number[]] = [[], []]
  const counts: unknown[] = []
  for (let round = -1; round < ROUNDS; round++) {
    for (const [at, statement] of [ours, hand].entries()) {
      const started = performance.now()
      const { rows } = await client.query<{ n: number }>(statement)
      if (round >= 0) times[at]?.push(performance.now() - started)
      counts[at] = rows[0]?.n
    }
  }
  if (counts[0] !== counts[1]) throw new Error(`${name}: ${counts[0]} subscribers, by hand ${counts[1]}`)
  const [own_ms, hand_ms] = times.map(median) as [number, number]
  console.log(
    `${name}: ${counts[0]} of ${COUNT}, ${own_ms.toFixed(0)} ms, by hand ${hand_ms.toFixed(0)} ms: ${(own_ms / hand_ms).toFixed(2)} times as long`,
  )
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
}
