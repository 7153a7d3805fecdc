import { describe, expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import {
  csv,
  type ImportExample,
  outcomesOf,
  prepareExample,
  previewed,
  subscribersOf,
  uploaded,
} from '../../../testing/modules/imports.ts'
import { runSlice } from '../apply/slice.ts'
import { listPreviewRows } from '../preview/preview.ts'
import { MAX_NEW_TAGS, Outcome } from '../schema.ts'
import { startImport } from '../service.ts'

// same-rules.test.ts shows that a preview says what its import does. Here is what both must say, rule by rule.

const EXAMPLES: Record<string, ImportExample> = {
  'a row that unsubscribes makes room in a full plan for rows after it, not before it': {
    known: ['a,A'],
    room: 0,
    rows: [
      ['n1', 'over_limit'],
      ['a,,,,unsubscribed', 'updated State'],
      ['n2', 'created'],
      ['n1', 'over_limit'],
      ['n2', 'duplicate'],
    ],
    after: { a: 'cancelled A', n2: 'active' },
  },
  'above the limit, subscribers have to unsubscribe down to it before one is added': {
    known: ['a', 'b', 'c'],
    room: -1,
    rows: [
      ['n0', 'over_limit'],
      ['a,,,,unsubscribed', 'updated State'],
      ['n1', 'over_limit'],
      ['b,,,,unsubscribed', 'updated State'],
      ['n1', 'created'],
      ['n2', 'over_limit'],
      ['c,C', 'updated First name'],
    ],
    after: { a: 'cancelled', b: 'cancelled', c: 'active C', n1: 'active' },
  },
  'a row that unsubscribes a subscriber who was not active makes no room, and changes no bounced or complained one': {
    known: ['i,,,,unconfirmed', 'u,,,,unsubscribed', 'b,,,,bounced', 'c,,,,spam'],
    room: 0,
    rows: [
      ['i,,,,unsubscribed', 'updated State'],
      ['u,,,,unsubscribed', 'unchanged'],
      ['b,,,,unsubscribed', 'unchanged'],
      ['c,,,,unsubscribed', 'unchanged'],
      ['n', 'over_limit'],
    ],
    after: { i: 'cancelled', u: 'cancelled', b: 'bounced', c: 'complained' },
  },
  'only new active subscribers need room': {
    known: ['k'],
    room: 1,
    rows: [
      ['u,,,,unsubscribed', 'created'],
      ['i,,,,unconfirmed', 'created'],
      ['b,,,,bounced', 'created'],
      ['k,K,,,active', 'updated First name'],
      ['n1,,,,active', 'created'],
      ['n2,,,,active', 'over_limit'],
      ['c,,,,spam', 'created'],
    ],
    after: { k: 'active K', u: 'cancelled', i: 'inactive', b: 'bounced', n1: 'active', c: 'complained' },
  },
  'an import never makes a subscriber active, and who left elsewhere leaves here': {
    known: ['a', 'a2', 'i,,,,unconfirmed', 'i2,,,,unconfirmed', 'u,,,,unsubscribed', 'b,,,,bounced', 'c,,,,spam'],
    rows: [
      ['a,,,,bounced', 'updated State'],
      ['a2,,,,marked as spam', 'updated State'],
      ['i2,,,,hard bounced', 'unchanged'],
      ['i,,,,active', 'unchanged'],
      ['u,U,,,active', 'updated First name'],
      ['b,,Oslo,,unconfirmed', 'updated City'],
      ['c,,,T,active', 'updated Tags'],
    ],
    after: {
      a: 'bounced',
      a2: 'complained',
      i: 'inactive',
      i2: 'inactive',
      u: 'cancelled U',
      b: 'bounced Oslo',
      c: 'complained t',
    },
  },
  'the first valid row of an address counts, whatever its spelling': {
    known: ['k'],
    rows: [
      ['n,First', 'created'],
      ['k,Kay', 'updated First name'],
      ['"N ",Second', 'duplicate'],
      ['bad address,B', 'invalid'],
      [',B', 'invalid'],
      ['K,Third', 'duplicate'],
      [',', 'blank'],
      ['bad address,B', 'invalid'],
      ['n,Fourth', 'duplicate'],
    ],
    after: { k: 'active Kay', n: 'active First' },
  },
  'existing subscribers that are left unchanged are not unsubscribed or tagged, and count as the first row of their address':
    {
      known: ['k,Old', 'u,,,,unsubscribed'],
      room: 1,
      options: { existing: 'leave', tags: ['All'] },
      rows: [
        ['k,New,Oslo,T,unsubscribed', 'unchanged'],
        ['k,Newer', 'duplicate'],
        ['u,U', 'unchanged'],
        ['n1', 'created'],
        ['n2', 'over_limit'],
        ['n1', 'duplicate'],
      ],
      after: { k: 'active Old', u: 'cancelled', n1: 'active all' },
    },
  'an erased address is skipped each time, also when a subscriber has it again': {
    known: ['k,Old', 'x'],
    erased: ['e', 'k'],
    room: 1,
    rows: [
      ['e,E', 'suppressed'],
      ['E', 'suppressed'],
      ['k,New,,,unsubscribed', 'suppressed'],
      ['n1', 'created'],
      ['n2', 'over_limit'],
    ],
    after: { k: 'active Old', x: 'active', n1: 'active' },
  },
  'tags are added by name without regard to case, those of the row and those of the import': {
    known: ['k1,,,t1', 'k2,,,"T1,All"', 'k3'],
    options: { tags: ['ALL'] },
    rows: [
      ['k1,,,"T1,t2,T2"', 'updated Tags'],
      ['k2,,,t1', 'unchanged'],
      ['k3', 'updated Tags'],
      ['n,,,T3', 'created'],
      ['k3,,,T9', 'duplicate'],
    ],
    after: { k1: 'active all,t1,t2', k2: 'active all,t1', k3: 'active all', n: 'active all,t3' },
  },
  'a file adds a limited number of tags to the account; known tags do not count, and a subscriber who gets none is unchanged':
    {
      known: ['k1,,,Old', 'k2', 'k3', 'k4'],
      rows: [
        [`n,,,"${Array.from({ length: MAX_NEW_TAGS - 1 }, (_, at) => `N${at}`).join(',')}"`, 'created'],
        ['k1,,,"Last,Many"', 'updated Tags'],
        ['k2,,,More', 'unchanged'],
        ['k3,,,"Old,more"', 'updated Tags'],
        ['k4,,,LAST', 'updated Tags'],
      ],
      after: {
        k1: 'active last,old',
        k2: 'active',
        k3: 'active old',
        k4: 'active last',
        n: `active ${MAX_NEW_TAGS - 1} tags`,
      },
    },
  'being added to the form is a change, also for unsubscribed subscribers': {
    known: ['k', 'in', 'u,,,,unsubscribed'],
    added: { to: 'form', addresses: ['in'] },
    options: { form: 'single' },
    rows: [
      ['k', 'updated Form'],
      ['in', 'unchanged'],
      ['u', 'updated Form'],
      ['n', 'created'],
    ],
    after: { k: 'active form', in: 'active form', u: 'cancelled form', n: 'active form' },
  },
  'being added to the sequence is a change, once': {
    known: ['k', 'in', 'end'],
    added: { to: 'sequence', addresses: ['in', 'end'] },
    completed: ['end'],
    options: { sequence: true },
    rows: [
      ['k', 'updated Sequence'],
      ['in', 'unchanged'],
      ['end', 'unchanged'],
      ['n', 'created'],
    ],
    after: { k: 'active run 1', in: 'active run 1', end: 'active run 1', n: 'active run 1' },
  },
  'a repeating sequence starts again for a subscriber who has completed it': {
    known: ['in', 'end'],
    added: { to: 'sequence', addresses: ['in', 'end'] },
    completed: ['end'],
    is_repeating: true,
    options: { sequence: true },
    rows: [
      ['in', 'unchanged'],
      ['end', 'updated Sequence'],
    ],
    after: { in: 'active run 1', end: 'active run 2' },
  },
  'only values that differ are changes, and an empty cell clears nothing': {
    known: ['same,Ada,Oslo', 'name,Ada,Oslo', 'city,Ada,Oslo', 'both,Ada,Oslo', 'empty,Ada,Oslo', 'none'],
    rows: [
      ['same,Ada,Oslo', 'unchanged'],
      ['name,Bo,Oslo', 'updated First name'],
      ['city,Ada,Rome', 'updated City'],
      ['both,ada,oslo', 'updated First name, City'],
      ['empty,,', 'unchanged'],
      ['none,Ada,Oslo', 'updated First name, City'],
    ],
    after: {
      same: 'active Ada Oslo',
      name: 'active Bo Oslo',
      city: 'active Ada Rome',
      both: 'active ada oslo',
      empty: 'active Ada Oslo',
      none: 'active Ada Oslo',
    },
  },
  'with double opt-in new subscribers are unconfirmed and need no room; active ones stay active [L8]': {
    known: ['a', 'i,,,,unconfirmed'],
    room: 0,
    options: { form: 'double', double_opt_in: true },
    rows: [
      ['n1', 'created'],
      ['n2,,,,active', 'created'],
      ['a', 'updated Form'],
      ['i', 'updated Form'],
      ['u,,,,unsubscribed', 'created'],
    ],
    after: {
      a: 'active form',
      i: 'inactive form asked',
      n1: 'inactive form asked',
      n2: 'inactive form asked',
      u: 'cancelled form',
    },
  },
  'a list of unsubscribed addresses unsubscribes known subscribers and creates the others unsubscribed': {
    known: ['a', 'i,,,,unconfirmed', 'b,,,,bounced'],
    room: 0,
    options: { state: 'cancelled' },
    rows: [
      ['a', 'updated State'],
      ['i,,,,active', 'updated State'],
      ['b', 'unchanged'],
      ['n', 'created'],
      ['c,,,,bounced', 'created'],
    ],
    after: { a: 'cancelled', i: 'cancelled', b: 'bounced', n: 'cancelled', c: 'bounced' },
  },
}

const countsOf = (outcomes: readonly string[]) =>
  Object.fromEntries(
    Outcome.options.map((outcome) => [outcome, outcomes.filter((one) => one.split(' ')[0] === outcome).length]),
  )

describe.each(Object.entries(EXAMPLES))('%s', (_name, example) => {
  const expected = example.rows.map(([, outcome]) => outcome)
  const file = csv(example.rows.map(([line]) => line))

  test.each([1, 50])('in batches of %i rows', async (batch_rows) => {
    const account = await testAccount()
    const { ctx } = account
    const options = await prepareExample(account, example)
    const { id } = await uploaded(ctx, file)
    const preview = await previewed(ctx, { id, batch_rows, ...options })
    expect(preview?.counts).toEqual(countsOf(expected))
    const { rows } = await listPreviewRows(ctx, { id, result: 'updated' })
    const changed = rows.map(({ row_number, values }) => [row_number, values.map(({ label }) => label).join(', ')])
    expect(changed).toEqual(
      expected.flatMap((outcome, at) => (outcome.startsWith('updated ') ? [[at + 2, outcome.slice(8)]] : [])),
    )

    await startImport(ctx, { id, ...options })
    while (await runSlice(ctx, { id, batch_rows }));
    expect(await outcomesOf(ctx, id)).toEqual(expected)
    expect(await subscribersOf(ctx)).toEqual(example.after)
  })
})
