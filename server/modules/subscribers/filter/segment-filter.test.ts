import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { localDate } from '../../../lib/time/time-zone.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { makeAutomation } from '../../../testing/automations/automation.ts'
import { daysAgo, deliver, sentMail } from '../../../testing/modules/ledger.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { previewSegment } from '../../segments/service.ts'
import { tagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'
import { SegmentFilter, type SingleEntry } from '../segment-filter-schema.ts'
import { upsertSubscriber } from '../service.ts'

// One account with a small history. Each condition that only segments have is tested alone; groups and negation against a model that
// combines the sets of subscribers whom single conditions match.

const NAMES = ['ada', 'bo', 'cy', 'di', 'ed']

let account: TestAccount
const ids: Record<string, number> = {}
const refs: Record<string, number> = {}
const day = (days: number) => daysAgo(account.ctx, days)
const date = (days: number) => localDate('Europe/Oslo', day(days))

async function matching(filter: object): Promise<string[]> {
  const definition = SegmentFilter.parse(filter)
  const { count, subscribers } = await previewSegment(account.ctx, { definition })
  expect(count).toBe(subscribers.length)
  return subscribers.map(({ first_name }) => first_name ?? '').sort()
}
const only = (condition: object) => matching({ conditions: [condition] })
const not = (condition: object) => only({ type: 'not', condition })

beforeAll(async () => {
  account = await testAccount()
  const { ctx } = account
  const { account_id, db } = ctx
  const birthday = (await createCustomField(ctx, { label: 'Birthday' })).value
  refs.birthday = birthday.id
  const fields = { ada: `1990-${date(-3).slice(5)}`, bo: `${date(10)} 12:00`, cy: 'soon', di: date(-20) }
  for (const name of NAMES) {
    const birth = fields[name as keyof typeof fields]
    const { value } = await upsertSubscriber(ctx, {
      email_address: `${name}@example.net`,
      first_name: name,
      ...(birth ? { fields: { birthday: birth } } : {}),
    })
    ids[name] = value.id
  }
  const set = (name: string, data: object) => db.subscriber.updateMany({ where: { id: ids[name] }, data })
  await set('ada', { country: 'NO' })
  await set('bo', { country: 'SE' })
  await set('ed', { tracking_disabled: true })
  const { value: tag } = await createTag(ctx, { name: 'VIP' })
  refs.tag = tag.id
  for (const name of ['ada', 'ed']) await tagSubscriber(ctx, { tag_id: tag.id, id: ids[name] ?? 0 })
  const sequence = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  refs.sequence = sequence.id
  for (const [name, state] of [
    ['ada', 'active'],
    ['bo', 'completed'],
    ['cy', 'stopped'],
  ] as const)
    await db.enrollment.create({ data: { account_id, sequence_id: sequence.id, subscriber_id: ids[name] ?? 0, state } })
  refs.automation = await makeAutomation(account)
  for (const [name, state, ended_at] of [
    ['ada', 'waiting', null],
    ['bo', 'completed', day(1)],
    ['cy', 'left', day(1)],
  ] as const)
    await db.automationRun.create({
      data: {
        account_id,
        automation_id: refs.automation,
        subscriber_id: ids[name] ?? 0,
        version: 1,
        state,
        ended_at,
        arrived_at: day(2),
        entered_at: day(2),
      },
    })
  const product = await db.product.create({ data: { account_id, pid: 'course', name: 'Course' } })
  refs.product = product.id
  for (const [n, [name, total, currency, days, status, of_product]] of (
    [
      ['ada', 40, 'USD', 5, 'paid', true],
      ['ada', 70, 'USD', 50, 'paid', false],
      ['bo', 500, 'NOK', 5, 'paid', true],
      ['cy', 900, 'USD', 5, 'refunded', true],
    ] as const
  ).entries()) {
    const amounts = { subtotal: total, discount: 0, tax: 0, shipping: 0, total }
    const purchase = await db.purchase.create({
      data: {
        ...amounts,
        account_id,
        transaction_id: `t${n}`,
        subscriber_id: ids[name] ?? 0,
        email_address: `${name}@example.net`,
        currency,
        status,
        source: 'shop',
        transaction_time: day(days),
      },
    })
    if (of_product)
      await db.purchaseLine.create({
        data: {
          account_id,
          purchase_id: purchase.id,
          lid: '1',
          position: 0,
          product_id: product.id,
          name: 'Course',
          pid: 'course',
          quantity: 1,
          unit_price: total,
        },
      })
  }
  const mail = await sentMail(ctx, { urls: ['https://studio.example/a'] })
  refs.link = mail.links.get('https://studio.example/a') ?? 0
  const { mail_id } = mail
  const read = (name: string, opens: number[], machine: number[] = []) =>
    deliver(ctx, {
      mail_id,
      subscriber_id: ids[name] ?? 0,
      sent_at: day(200),
      opens: opens.map(day),
      machine_opens: machine.map(day),
    })
  await read('ada', [170, 3])
  await read('bo', [60], [1])
  await read('cy', [100])
  await read('di', [190])
  const later = await sentMail(ctx)
  await deliver(ctx, { mail_id: later.mail_id, subscriber_id: ids.di ?? 0, sent_at: day(80) })
  await read('ed', [2])
})

test('a segment asks for sequences, now, finished or ever', async () => {
  const sequences = (status?: string) => ({ type: 'sequences', ids: [refs.sequence], ...(status ? { status } : {}) })
  expect(await only(sequences())).toEqual(['ada', 'bo', 'cy'])
  expect(await only(sequences('active'))).toEqual(['ada'])
  expect(await only(sequences('completed'))).toEqual(['bo'])
  expect(await not(sequences())).toEqual(['di', 'ed'])
  expect(await only({ type: 'sequences', ids: [9_999_999] })).toEqual([])
})

test('a segment asks for automations, now, finished or ever', async () => {
  const automations = (status?: string) => ({
    type: 'automations',
    ids: [refs.automation],
    ...(status ? { status } : {}),
  })
  expect(await only(automations())).toEqual(['ada', 'bo', 'cy'])
  expect(await only(automations('in'))).toEqual(['ada'])
  expect(await only(automations('completed'))).toEqual(['bo'])
  expect(await not(automations('in'))).toEqual(['bo', 'cy', 'di', 'ed'])
})

test('a segment asks for purchases by product, number, total and time, and refunded ones do not count', async () => {
  const bought = (more: object = {}) => ({ type: 'purchases', ...more })
  expect(await only(bought())).toEqual(['ada', 'bo'])
  expect(await only(bought({ count_greater_than_or_equal: 2 }))).toEqual(['ada'])
  expect(await only(bought({ total_greater_than_or_equal: 100, currency: 'usd' }))).toEqual(['ada'])
  expect(await only(bought({ total_greater_than_or_equal: 100, currency: 'NOK' }))).toEqual(['bo'])
  expect(await only(bought({ total_greater_than_or_equal: 100, currency: 'USD', last_days: 30 }))).toEqual([])
  expect(await only(bought({ product_ids: [refs.product] }))).toEqual(['ada', 'bo'])
  expect(await only(bought({ product_ids: [refs.product], before: date(20) }))).toEqual([])
  expect(await not(bought())).toEqual(['cy', 'di', 'ed'])
  expect(() => SegmentFilter.parse({ conditions: [bought({ total_greater_than_or_equal: 1 })] })).toThrow('currency')
})

test('a segment compares dates in custom fields, also without their year', async () => {
  const dated = (more: object) => ({ type: 'date_field', subscriber_custom_field_id: refs.birthday, ...more })
  expect(await only(dated({}))).toEqual(['ada', 'bo', 'di'])
  expect(await not(dated({}))).toEqual(['cy', 'ed'])
  expect(await only(dated({ last_days: 10 }))).toEqual(['bo'])
  expect(await only(dated({ last_days: 9 }))).toEqual([])
  expect(await only(dated({ next_days: 20 }))).toEqual(['di'])
  expect(await only(dated({ last_days: 10, next_days: 20 }))).toEqual(['bo', 'di'])
  expect(await only(dated({ before: '1999-12-31' }))).toEqual(['ada'])
  expect(await only(dated({ after: date(10), before: date(10) }))).toEqual(['bo'])
  expect(await only(dated({ yearly: true, next_days: 3 }))).toEqual(['ada'])
  expect(await only(dated({ yearly: true, next_days: 365 }))).toEqual(['ada', 'bo', 'di'])
  expect(() => SegmentFilter.parse({ conditions: [dated({ yearly: true })] })).toThrow('needs last_days or next_days')
})

test('one of several choices is found whole, wherever it is stored and in any case, and never as a part of another', async () => {
  const { ctx } = account
  const { id } = (await createCustomField(ctx, { label: 'Colors' })).value
  // As the dashboard stores them, and as API clients may.
  const stored = { ada: 'Red, Light blue', bo: 'Blue', cy: '\n light blue ;RED\t', di: 'Redwood, Blue (dark)' }
  for (const [name, colors] of Object.entries(stored))
    await upsertSubscriber(ctx, { email_address: `${name}@example.net`, fields: { colors } })
  const chose = (value: string) => ({ type: 'choice_field', subscriber_custom_field_id: id, value })
  expect(await only(chose('Blue'))).toEqual(['bo'])
  expect(await only(chose('Light blue'))).toEqual(['ada', 'cy'])
  expect(await only(chose('Red'))).toEqual(['ada', 'cy'])
  expect(await only(chose('Blue (dark)'))).toEqual(['di'])
  for (const none of ['Light', 'Red, Light blue', '.*', '%', 'lue']) expect(await only(chose(none))).toEqual([])
  expect(await not(chose('Blue'))).toEqual(['ada', 'cy', 'di', 'ed'])
  expect(await only(chose(''))).toEqual(['ada', 'bo', 'cy', 'di'])
  expect(await only({ ...chose('Blue'), subscriber_custom_field_id: 999_999 })).toEqual([])
  expect(await matching({ match: 'any', conditions: [chose('Blue'), chose('red')] })).toEqual(['ada', 'bo', 'cy'])
})

test('a segment asks for countries, and for the level of engagement, which is unknown of those who are not tracked', async () => {
  expect(await only({ type: 'country', codes: ['no', 'DK'] })).toEqual(['ada'])
  expect(await not({ type: 'country', codes: ['NO'] })).toEqual(['bo', 'cy', 'di', 'ed'])
  const level = (...levels: string[]) => ({ type: 'engagement_level', levels })
  expect(await only(level('high'))).toEqual(['ada'])
  expect(await only(level('medium'))).toEqual(['bo'])
  expect(await only(level('low'))).toEqual(['cy'])
  expect(await only(level('none'))).toEqual(['di'])
  expect(await only(level('high', 'low', 'none'))).toEqual(['ada', 'cy', 'di'])
  expect(await not(level('high'))).toEqual(['bo', 'cy', 'di'])
  expect(await not(level('none', 'low'))).toEqual(['ada', 'bo'])
})

test('the opposite of a condition is those of whom it is known not to hold', async () => {
  expect(await not({ type: 'opens', last_days: 30 })).toEqual(['bo', 'cy', 'di'])
  expect(await not({ type: 'opens', count_less_than: 2 })).toEqual(['ada'])
  expect(await not({ type: 'tags', any: [{ type: 'ids', matching: [refs.tag] }] })).toEqual(['bo', 'cy', 'di'])
  expect(
    await not({ type: 'custom_field', subscriber_custom_field_id: refs.birthday, comparison: 'has_value' }),
  ).toEqual(['ed'])
  expect(
    await not({ type: 'custom_field', subscriber_custom_field_id: refs.birthday, comparison: 'is', value: 'soon' }),
  ).toEqual(['ada', 'bo', 'di', 'ed'])
})

test('groups and negation agree with the sets of their conditions', async () => {
  const leaves: object[] = [
    { type: 'tags', any: [{ type: 'ids', matching: [refs.tag] }] },
    { type: 'country', codes: ['NO', 'SE'] },
    { type: 'opens', last_days: 80 },
    { type: 'opens', count_less_than: 1, last_days: 80 },
    { type: 'opens', count_greater_than: 1 },
    { type: 'clicks', any: [{ type: 'urls', ids: [refs.link] }], count_less_than: 1 },
    { type: 'sequences', ids: [refs.sequence] },
    { type: 'purchases', count_greater_than_or_equal: 2 },
    { type: 'engagement_level', levels: ['high', 'none'] },
    { type: 'date_field', subscriber_custom_field_id: refs.birthday },
    { type: 'choice_field', subscriber_custom_field_id: refs.birthday, value: 'Soon' },
    { type: 'subscribed', after: '2000-01-01' },
  ]
  const found = new Map<string, Set<string>>()
  for (const [n, leaf] of leaves.entries()) {
    found.set(`${n}`, new Set(await only(leaf)))
    found.set(`not ${n}`, new Set(await not(leaf)))
  }
  type Leaf = { leaf: number; is_negated: boolean }
  type Node = Leaf | { match: string; of: Leaf[] }
  const match = fc.constantFrom('all', 'any', 'none')
  const leaf = fc.record({ leaf: fc.nat({ max: leaves.length - 1 }), is_negated: fc.boolean() })
  const group = fc.record({ match, of: fc.array(leaf, { minLength: 1, maxLength: 3 }) })
  const filter = fc.record({ match, of: fc.array(fc.oneof(leaf, group), { maxLength: 4 }) })
  const entry = ({ leaf: n, is_negated }: Leaf) =>
    (is_negated ? { type: 'not', condition: leaves[n] } : leaves[n]) as SingleEntry
  const combine = (match: string, of: boolean[]) => (match === 'any' ? of.some(Boolean) : of.every(Boolean))
  /** Returns whether a node, or its opposite, is known to hold. */
  const holds = (node: Node, name: string, isOpposite: boolean): boolean => {
    if ('leaf' in node)
      return Boolean(found.get(`${node.is_negated !== isOpposite ? 'not ' : ''}${node.leaf}`)?.has(name))
    const isNegated = (node.match === 'none') !== isOpposite
    const how = node.match === 'any' ? (isOpposite ? 'all' : 'any') : node.match === 'all' && isOpposite ? 'any' : 'all'
    const match = node.match === 'none' && isOpposite ? 'any' : how
    return combine(
      match,
      node.of.map((one) => holds(one, name, isNegated)),
    )
  }
  await fc.assert(
    fc.asyncProperty(filter, async ({ match, of }) => {
      const conditions = of.map((node) =>
        'leaf' in node ? entry(node) : { type: 'group', match: node.match, conditions: node.of.map(entry) },
      )
      const expected = NAMES.filter((name) =>
        combine(
          match,
          of.map((node) => holds(node, name, match === 'none')),
        ),
      )
      expect(await matching({ match, conditions })).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

test('a filter of the contract is the filter of a segment, and a parsed one parses to itself', () => {
  const all = [{ type: 'subscriber_state', states: ['active'] }]
  const parsed = SegmentFilter.parse({ all, counting_mode: 'unique_email' })
  expect(parsed).toEqual({ match: 'all', conditions: all, counting_mode: 'unique_email' })
  expect(SegmentFilter.parse(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed)
})

const group = (...conditions: object[]) => ({ type: 'group', match: 'any', conditions })

test.each([
  ['an empty group', { conditions: [group()] }, 'must not be empty'],
  ['a group in a group', { conditions: [group(group())] }, 'is not a valid filter type'],
  [
    'a double negation',
    { conditions: [{ type: 'not', condition: { type: 'not', condition: {} } }] },
    'is not a valid filter type',
  ],
  ['an unknown way to match', { match: 'some', conditions: [] }, 'must be one of: all, any, none'],
  ['an unknown country', { conditions: [{ type: 'country', codes: ['XX'] }] }, 'must be a country code'],
  ['a filter of the contract without a list', { all: 5 }, 'must be an array'],
  [
    'more than 200 conditions in groups',
    { conditions: Array(3).fill(group(...Array(70).fill({ type: 'country', codes: ['NO'] }))) },
    'must contain at most 200 conditions',
  ],
])('%s is refused', (_, filter, message) => {
  expect(SegmentFilter.safeParse(filter).error?.message).toContain(message)
})
