import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { IMPORT_OPTIONS, imported, previewed, uploaded } from '../../../testing/modules/imports.ts'
import { addToForms } from '../../forms/subscriptions/subscriptions.ts'
import { enrollSubscribers } from '../../sequences/enrolling/enrolling.ts'
import { suppressionHash } from '../../subscribers/state/suppression.ts'
import { runSlice } from '../apply/slice.ts'
import { listPreviewRows } from '../preview/preview.ts'
import type { PreviewRow } from '../preview-schema.ts'
import { getImport } from '../records.ts'
import { type ColumnTarget, Outcome } from '../schema.ts'
import { setColumns, startImport } from '../service.ts'

// A preview predicts exactly what its import does, for any file and any account. The import's effects are read from the account itself.

const NAMES = ['', 'Ada', 'Bo']
const CITIES = ['', 'Oslo', 'Rome']
const TAGS = ['', 'T1', 'T2', 't1,T3']
const oneOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values)

const known = fc.record({
  at: fc.nat(9),
  name: oneOf(NAMES),
  city: oneOf(CITIES),
  tags: oneOf(TAGS),
  state: oneOf(['active', 'active', 'inactive', 'cancelled', 'bounced', 'complained']),
  in_form: fc.boolean(),
  enrollment: oneOf(['none', 'active', 'completed']),
})

const row = fc.record({
  address: fc.oneof(
    { weight: 12, arbitrary: fc.nat(14).map((at) => `p${at}@x.example`) },
    { weight: 1, arbitrary: oneOf(['', 'bad', 'P3@X.example ', 'erased@x.example']) },
  ),
  name: oneOf(NAMES),
  city: oneOf(CITIES),
  tags: oneOf([...TAGS, 'T4']),
  state: oneOf(['', '', 'active', 'unsubscribed', 'unsubscribed', 'bounced', 'unconfirmed', 'asleep']),
  joined: oneOf(['', '2024-01-31', 'soon']),
  team: oneOf(['', 'Red']),
})

const example = fc.record({
  known: fc.uniqueArray(known, { selector: ({ at }) => at, maxLength: 9 }),
  rows: fc.array(row, { minLength: 1, maxLength: 40 }),
  options: fc.record({
    existing: oneOf(['update', 'update', 'leave'] as const),
    state: oneOf(['active', 'active', 'inactive', 'cancelled'] as const),
    tags: oneOf([[], ['T2', 'All']]).map((tags) => [...tags]),
  }),
  has_form: fc.boolean(),
  has_sequence: fc.boolean(),
  is_repeating: fc.boolean(),
  /** Room in the plan, from the beginning; null without a limit. */
  room: oneOf([null, -1, 0, 1, 2, 5]),
  batch_rows: fc.record({ preview: fc.integer({ min: 1, max: 50 }), apply: fc.integer({ min: 1, max: 50 }) }),
})
type Example = typeof example extends fc.Arbitrary<infer Value> ? Value : never

/** Fills an account with what an example knows. */
async function fill(account: TestAccount, { known, is_repeating, room }: Example) {
  const { ctx, account_id } = account
  const db = unscoped()
  const form = await db.form.create({ data: { account_id, name: 'F', uid: `same-${account_id}` } })
  const sequence = await db.sequence.create({ data: { account_id, name: 'S', time_zone: 'UTC', repeat: is_repeating } })
  const lines = known.map(({ at, name, city, tags }) => `p${at}@x.example,${name},${city},"${tags}"`)
  await imported(ctx, ['Email,Name,City,Tags', 'other@x.example,O,Oslo,All', ...lines].join('\n'))
  const ids = new Map((await ctx.db.subscriber.findMany()).map(({ id, email_address }) => [email_address, Number(id)]))
  const idOf = ({ at }: { at: number }) => ids.get(`p${at}@x.example`) ?? 0
  const inForm = known.filter(({ in_form }) => in_form)
  await addToForms(ctx, { additions: inForm.map((one) => ({ form_id: form.id, subscriber_id: idOf(one) })) })
  const enrolled = known.filter(({ enrollment }) => enrollment !== 'none')
  await enrollSubscribers(ctx, {
    pairs: enrolled.map((one) => ({ sequence_id: sequence.id, subscriber_id: idOf(one) })),
  })
  const completed = enrolled.filter(({ enrollment }) => enrollment === 'completed').map(idOf)
  await db.enrollment.updateMany({
    where: { account_id, subscriber_id: { in: completed } },
    data: { state: 'completed' },
  })
  for (const one of known) {
    await ctx.sql.run(
      `update subscriber set state = $3::subscriber_state, canceled_at = case when $3 = 'cancelled' then now() end
       where account_id = $1 and id = $2`,
      [idOf(one), one.state],
    )
  }
  await ctx.sql.run('delete from subscriber_count where account_id = $1')
  await ctx.sql.run(
    'insert into subscriber_count (account_id, state, change) select $1, state, count(*) from subscriber where account_id = $1 group by 2',
  )
  const address_hash = suppressionHash(account_id, 'erased@x.example')
  await db.suppression.create({ data: { account_id, address_hash, reason: 'erased' } })
  const active = await ctx.db.subscriber.count({ where: { state: 'active' } })
  if (room !== null) await db.account.update({ where: { id: account_id }, data: { subscriber_limit: active + room } })
  return { form_id: form.id, sequence_id: sequence.id }
}

async function columnsOf(ctx: Ctx): Promise<ColumnTarget[]> {
  const { id: custom_field_id } = await ctx.db.customField.findFirstOrThrow({ where: { label: 'City' } })
  return [
    { target: 'email_address' },
    { target: 'first_name' },
    { target: 'field', custom_field_id },
    { target: 'tags' },
    { target: 'state' },
    { target: 'created_at', date_order: 'day_first' },
    { target: 'new_field', label: 'Team' },
  ]
}

interface Snapshot {
  email_address: string
  first_name: string | null
  city: string | null
  team: string | null
  tags: string[]
  in_form: boolean
  runs: number
  state: string
}

const snapshot = async (ctx: Ctx): Promise<Map<string, Snapshot>> => {
  const rows = await ctx.sql.rows<Snapshot>(
    `select s.email_address, s.first_name, s.state::text as state,
       s.fields ->> (select slot from custom_field where account_id = $1 and label = 'City') as city,
       s.fields ->> (select slot from custom_field where account_id = $1 and label = 'Team') as team,
       (select coalesce(array_agg(lower(t.name) order by 1), '{}') from tagging x join tag t on t.account_id = $1 and t.id = x.tag_id
        where x.account_id = $1 and x.subscriber_id = s.id) as tags,
       exists (select from form_subscription f where f.account_id = $1 and f.subscriber_id = s.id) as in_form,
       coalesce((select e.run from enrollment e where e.account_id = $1 and e.subscriber_id = s.id), 0)::int as runs
     from subscriber s where s.account_id = $1`,
  )
  return new Map(rows.map((row) => [row.email_address, row]))
}

const STATES: Record<string, string> = {
  active: 'Active',
  inactive: 'Unconfirmed',
  cancelled: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Complained',
}

/** Returns the differences of two snapshots, in the form of a preview. */
function differences(before: Snapshot, after: Snapshot): PreviewRow['values'] {
  const added = after.tags.filter((name) => !before.tags.includes(name)).sort()
  return [
    { label: 'First name', before: before.first_name, after: after.first_name ?? '' },
    { label: 'City', before: before.city, after: after.city ?? '' },
    { label: 'Team', before: before.team, after: after.team ?? '' },
    { label: 'Tags', before: null, after: added.length > 0 ? `+ ${added.join(', ')}` : null },
    { label: 'Form', before: null, after: before.in_form === after.in_form ? null : '+ the one that you chose' },
    { label: 'Sequence', before: null, after: before.runs === after.runs ? null : '+ the one that you chose' },
    { label: 'State', before: STATES[before.state] ?? before.state, after: STATES[after.state] ?? after.state },
  ].filter((value): value is PreviewRow['values'][number] => value.after !== value.before && value.after !== '')
}

const sorted = ({ label, before, after }: PreviewRow['values'][number]) => ({
  label,
  before,
  after: label === 'Tags' ? `+ ${after.slice(2).toLowerCase().split(', ').sort().join(', ')}` : after,
})

async function rowsOf(ctx: Ctx, id: number, result: 'updated' | 'invalid'): Promise<PreviewRow[]> {
  const found: PreviewRow[] = []
  for (let cursor: number | null | undefined; cursor !== null; ) {
    const page = await listPreviewRows(ctx, { id, result, cursor })
    found.push(...page.rows)
    cursor = page.next
  }
  return found
}

/** Returns the reason under which a preview counts a skipped row, by the message of the import's row. */
const outcomeOf = ({ result, message }: { result: string; message: string | null }): string =>
  result !== 'skipped'
    ? result
    : message?.startsWith("Your plan's limit")
      ? 'over_limit'
      : message?.startsWith('Asked never')
        ? 'suppressed'
        : 'blank'

test('the counts and differences of a preview are what its import does, whatever is in the file and in the account', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(example, async (given) => {
      const account = await testAccount()
      const { ctx } = account
      const targets = await fill(account, given)
      const options = {
        ...IMPORT_OPTIONS,
        ...given.options,
        form_id: given.has_form ? targets.form_id : null,
        sequence_id: given.has_sequence ? targets.sequence_id : null,
      }
      const lines = given.rows.map(
        ({ address, name, city, tags, state, joined, team }) =>
          `${address},${name},${city},"${tags}",${state},${joined},${team}`,
      )
      const head = 'p99@x.example,,Oslo,T1,active,2024-01-31,'
      const { id } = await uploaded(
        ctx,
        ['Email,Name,City,Tags,Status,Joined,Team', head, ...lines, ',,,,,,'].join('\n'),
      )
      await setColumns(ctx, { id, columns: await columnsOf(ctx) })
      const preview = await previewed(ctx, { id, batch_rows: given.batch_rows.preview, ...options })
      const [updated, invalid] = [await rowsOf(ctx, id, 'updated'), await rowsOf(ctx, id, 'invalid')]

      const before = await snapshot(ctx)
      await startImport(ctx, { id, ...options })
      while (await runSlice(ctx, { id, batch_rows: given.batch_rows.apply }));
      expect(await getImport(ctx, { id })).toMatchObject({ state: 'completed', error: null })
      const after = await snapshot(ctx)

      const rows = await ctx.sql.rows<{
        row_number: number
        result: string
        message: string | null
        email_address: string
      }>(
        `select row_number, result, message, email_address from import_row
         where account_id = $1 and import_id = $2 order by row_number`,
        [id],
      )
      const outcomes = rows.map(outcomeOf)
      for (const outcome of outcomes) seen.add(outcome)
      const counts = Outcome.options.map((outcome) => [outcome, outcomes.filter((one) => one === outcome).length])
      expect(preview?.counts).toEqual(Object.fromEntries(counts))
      expect(after.size - before.size).toBe(preview?.counts.created)
      const changed = rows.flatMap(({ row_number, result, email_address }) => {
        const [old, now] = [before.get(email_address), after.get(email_address)]
        const values = old && now && result !== 'duplicate' && result !== 'skipped' ? differences(old, now) : []
        return values.length > 0 ? [{ row_number, email_address, values }] : []
      })
      expect(updated.map(({ message: _, values, ...row }) => ({ ...row, values: values.map(sorted) }))).toEqual(changed)
      expect(invalid.map(({ row_number, message }) => [row_number, message])).toEqual(
        rows.filter(({ result }) => result === 'invalid').map(({ row_number, message }) => [row_number, message]),
      )
      const active = await ctx.db.subscriber.count({ where: { state: 'active' } })
      const { subscriber_limit } = await ctx.db.account.findFirstOrThrow({ select: { subscriber_limit: true } })
      const active_before = [...before.values()].filter(({ state }) => state === 'active').length
      expect(active).toBeLessThanOrEqual(Math.max(subscriber_limit ?? Number.POSITIVE_INFINITY, active_before))
    }),
    { numRuns: 20, endOnFailure: true },
  )
  expect([...seen].sort()).toEqual([...Outcome.options].sort())
})
