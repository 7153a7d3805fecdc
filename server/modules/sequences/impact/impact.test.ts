import { expect, test } from 'vitest'
import { api, key } from '../../../testing/api.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { deleteEmail, reorderEmails, updateEmail } from '../compose/emails.ts'
import type { SequenceEdit, SequenceImpact } from '../impact-schema.ts'
import { SEND_DAYS } from '../schema.ts'
import { dueAt } from '../sending/schedule.ts'
import { updateSequence } from '../service.ts'
import type { EditedStep } from './edit.ts'
import { impactOf } from './impact.ts'
import { previewEdit } from './preview.ts'
import { readGroups, readSteps, readTimes } from './progress.ts'

/** A time at which nothing else is due for the next 15 minutes. */
const NOW = '2026-01-21T10:20:00Z'
const SOON = '2026-01-21T10:35:00Z'

/** Six cohorts of four that joined on six days. Two subscribers paused their emails, one unsubscribed. */
async function cohorts() {
  const fixture = await sequenceFixture(0)
  const { ctx, account, at, email, join } = fixture
  const emails = {
    one: await email(),
    two: await email({ subject: 'Two', delay_value: 2 }),
    hours: await email({ subject: 'Hours', delay_value: 30, delay_unit: 'hours' }),
    draft: await email({ subject: 'Draft', delay_value: 1, published: false }),
    last: await email({ subject: 'Last', delay_value: 4 }),
  }
  for (let day = 14; day < 20; day++) {
    await at(`2026-01-${day}T11:05:00Z`)
    await join(await addSubscribers(account, 4, `day${day}-`))
  }
  const change = (names: string[], data: object) =>
    ctx.db.subscriber.updateMany({ where: { email_address: { in: names.map((name) => `${name}@example.net`) } }, data })
  await change(['day15-1'], { state: 'cancelled', canceled_at: new Date(NOW) })
  await change(['day14-2', 'day17-2'], { paused_until: new Date('2027-01-01T00:00:00Z') })
  await at(NOW)
  return { ...fixture, emails }
}

interface Row {
  id: number
  next_email_id: number | null
  next_at: Date | null
  state: string
  seen: number[]
}

/** Saves an edit and returns what it did within 15 minutes, in the words of a preview. */
async function carryOut({ ctx, id, at, replan }: Awaited<ReturnType<typeof cohorts>>, save: () => Promise<unknown>) {
  const read = () =>
    ctx.sql.rows<Row>(
      `select e.subscriber_id as id, e.next_email_id, e.next_at, e.state::text, e.processed_email_ids as seen from enrollment e
         join subscriber s on s.account_id = e.account_id and s.id = e.subscriber_id
       where e.account_id = $1 and e.sequence_id = $2 and s.state = 'active'`,
      [id],
    )
  const before = new Map((await read()).map((row) => [row.id, row]))
  await save()
  await replan()
  const arrived = (await at(SOON)).map((line) => line.split(' to ')[0] ?? '')
  const after = (await read()).map((row) => ({ ...row, was: before.get(row.id) as Row }))
  const processed = after.flatMap(({ seen, was }) => seen.slice(was.seen.length, was.seen.length + 1))
  const later = after.filter(({ seen, was, next_email_id }) => {
    return seen.length === was.seen.length && next_email_id !== null && next_email_id !== was.next_email_id
  })
  return {
    arrived: counted(arrived),
    processed: counted(processed.map(String)),
    later: counted(later.map(({ next_email_id }) => String(next_email_id))),
    times: later.map(({ next_at }) => next_at?.toISOString() ?? '').sort(),
    completing: after.filter(({ state, was, seen }) => state !== was.state && seen.length === was.seen.length).length,
  }
}

const counted = (names: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))

/** The same words for a preview. */
function foretold({ emails, completing }: SequenceImpact) {
  const by = <Value extends number>(
    key: (email: SequenceImpact['emails'][number]) => string,
    of: (email: SequenceImpact['emails'][number]) => Value,
  ) => Object.fromEntries(emails.map((email) => [key(email), of(email)]).filter(([, count]) => count))
  const times = emails.flatMap(({ first_at, last_at }) => [first_at, last_at].flatMap((at) => at ?? [])).sort()
  return {
    arrived: by(
      ({ subject }) => subject,
      ({ now }) => now,
    ),
    processed: by(
      ({ id }) => String(id),
      ({ now, excluded }) => now + excluded,
    ),
    later: by(
      ({ id }) => String(id),
      ({ later }) => later,
    ),
    first: times[0],
    last: times.at(-1),
    completing,
  }
}

/** A changed delay or schedule keeps the times of waiting subscribers; excluded sources show who skips emails. */
async function keepsTimes({ ctx, emails, id: sequence_id, account }: Awaited<ReturnType<typeof cohorts>>) {
  const timing = { kind: 'timing', id: emails.last, delay_value: 1, delay_unit: 'hours', send_days: null } as const
  const { emails: impacts, kept } = await previewEdit(ctx, { sequence_id, edit: timing })
  const waiting = await ctx.db.enrollment.count({ where: { sequence_id, next_email_id: emails.last } })
  const { kept: keep, ahead } = impacts.find(({ id }) => id === emails.last) ?? {}
  expect([keep, ahead, kept]).toEqual([waiting, 23 - waiting, 23])
  const { tag } = (await api('POST /v4/tags', key(account), { name: 'VIP' })).body
  for (const email_address of ['day14-1@example.net', 'day15-1@example.net', 'day16-1@example.net'])
    await api(`POST /v4/tags/${tag.id}/subscribers`, key(account), { email_address })
  const settings = { kind: 'settings', send_days: ['monday'], send_hour: 9, time_zone: 'UTC' } as const
  const excluding = { ...settings, exclude_subscriber_sources: [{ type: 'tag' as const, ids: [tag.id] }] }
  // One of the three has unsubscribed.
  expect(await previewEdit(ctx, { sequence_id, edit: { ...excluding, send_days: ['monday'] } })).toMatchObject({
    kept: 23,
    newly_excluded: 2,
    no_longer_excluded: 0,
  })
}

test('the impact that is shown before an edit is what the edit then does, for each kind of edit', async () => {
  const world = await cohorts()
  await keepsTimes(world)
  const { ctx, emails, id: sequence_id } = world
  const of = (id: number) => ({ sequence_id, id, send_days: undefined })
  const order = [emails.last, emails.one, emails.draft, emails.hours]
  await expect(previewEdit(ctx, { sequence_id, edit: { kind: 'reorder', email_ids: [emails.one] } })).rejects.toThrow(
    'The emails of this sequence have changed',
  )
  const edits: [SequenceEdit, () => Promise<unknown>][] = [
    [{ kind: 'publish', id: emails.draft }, () => updateEmail(ctx, { ...of(emails.draft), published: true })],
    [{ kind: 'delete', id: emails.two }, () => deleteEmail(ctx, of(emails.two))],
    [{ kind: 'reorder', email_ids: order }, () => reorderEmails(ctx, { sequence_id, email_ids: order })],
    [{ kind: 'unpublish', id: emails.draft }, () => updateEmail(ctx, { ...of(emails.draft), published: false })],
  ]
  for (const [edit, save] of edits) {
    await world.at(NOW)
    const impact = await previewEdit(ctx, { sequence_id, edit })
    const { times, ...done } = await carryOut(world, save)
    expect({ kind: edit.kind, ...foretold(impact) }).toEqual({
      kind: edit.kind,
      ...done,
      first: times[0],
      last: times.at(-1),
    })
  }
  await updateSequence(ctx, { id: sequence_id, active: false })
  expect(await world.at('2026-01-24T12:00:00Z')).toEqual([])
  const { arrived } = foretold(await previewEdit(ctx, { sequence_id, edit: { kind: 'resume' } }))
  expect(arrived).toEqual({ Hours: 7 })
  await updateSequence(ctx, { id: sequence_id, active: true })
  const resumed = await world.at('2026-01-24T12:00:00Z')
  expect(counted(resumed.map((line) => line.split(' to ')[0] ?? ''))).toEqual(arrived)
})

test('delays that began at any time are read as two rows for each group: who is due soon, and who waits', async () => {
  const { ctx, id, account, at, email, join } = await sequenceFixture(0)
  const first = await email()
  await email({ subject: 'Two', delay_value: 2 })
  await at(NOW)
  await join(await addSubscribers(account, 40))
  await ctx.sql.run(
    `update enrollment e set delay_from = $2::timestamptz - n * interval '100 minutes'
     from (select subscriber_id, row_number() over (order by subscriber_id) as n from enrollment where account_id = $1) s
     where e.account_id = $1 and e.subscriber_id = s.subscriber_id`,
    [ctx.now()],
  )
  const steps = await readSteps(ctx, { id })
  const edited = { hold: false, send_hour: 11, send_days: [...SEND_DAYS], time_zone: 'UTC', steps: steps.slice(1) }
  expect(steps[0]?.id).toBe(first)
  const { groups } = await readGroups(ctx, { id })
  expect(groups).toHaveLength(1)
  const timed = await readTimes(ctx, { id, sources: [], groups, indexes: [0], edited })
  const due = timed.map(({ first_from, last_from, count }) => ({
    count,
    due: [first_from, last_from].map((from) => dueAt(edited, steps[1] as EditedStep, from) <= new Date(SOON)),
  }))
  expect(due.toSorted((a, b) => a.count - b.count)).toEqual([
    { count: 5, due: [true, true] },
    { count: 35, due: [false, false] },
  ])
})

test('subscribers of groups that are left out are counted as such', async () => {
  const { ctx, id, emails } = await cohorts()
  const edit: SequenceEdit = { kind: 'delete', id: emails.two }
  const whole = await previewEdit(ctx, { sequence_id: id, edit })
  const { groups, in_progress } = await readGroups(ctx, { id })
  expect(groups.length).toBeGreaterThan(1)
  expect(whole).toMatchObject({ in_progress, uncounted: 0 })
  const part = await previewEdit(ctx, { sequence_id: id, edit, most_groups: 1 })
  expect(part).toMatchObject({ in_progress, uncounted: in_progress - (groups[0]?.count ?? 0) })
})

test('an email that is removed is skipped by those it was ahead of, and one that is due within 15 minutes is said to be now', () => {
  const step = { published: true, delay_value: 1, delay_unit: 'hours' as const, send_days: null }
  const [one, two] = [
    { ...step, id: 1, position: 0, subject: 'One' },
    { ...step, id: 2, position: 1, subject: 'Two' },
  ]
  const short = { hold: false, send_hour: 9, send_days: [...SEND_DAYS], time_zone: 'UTC', steps: [one] }
  const long = { ...short, steps: [one, two] }
  const past = { last_position: 0, processed_email_ids: [1] }
  const of = ({ emails }: ReturnType<typeof impactOf>) => emails.find(({ id }) => id === 2)
  const waiting = [{ ...past, next_email_id: 2, count: 412 }]
  const removed = impactOf({ before: long, after: short }, { groups: waiting, timed: [] }, new Date(NOW))
  expect(of(removed)).toMatchObject({ skipped: 412, now: 0, later: 0 })
  const from = new Date(+new Date(NOW) - 50 * 60_000)
  const timed = [{ group: 0, first_from: from, last_from: from, count: 31, excluded: 0 }]
  const resting = [{ ...past, next_email_id: null, count: 31 }]
  const added = impactOf({ before: short, after: long }, { groups: resting, timed }, new Date(NOW))
  expect(of(added)).toMatchObject({ skipped: 0, now: 31, later: 0 })
})

test('the work for the impact of an edit grows with emails times groups, not with a power of the emails', () => {
  let reads = 0
  const steps = Array.from({ length: 200 }, (_, i): EditedStep => {
    const step = {
      subject: 'Day',
      published: true,
      position: i,
      delay_value: 1,
      delay_unit: 'days' as const,
      send_days: null,
    }
    return Object.defineProperty(step as EditedStep, 'id', { enumerable: true, get: () => ++reads && i + 1 })
  })
  const sequence = { hold: false, send_hour: 9, send_days: ['monday' as const], time_zone: 'UTC', steps }
  const groups = steps.map((_, i) => ({
    last_position: i,
    processed_email_ids: [i + 1],
    next_email_id: i + 2,
    count: 1,
  }))
  const { emails } = impactOf({ before: sequence, after: sequence }, { groups, timed: [] }, new Date(NOW))
  expect(emails.at(-1)).toMatchObject({ ahead: 198, kept: 1 })
  expect(reads).toBeLessThan(10 * steps.length * groups.length)
})
