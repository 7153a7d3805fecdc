import { expect, test } from 'vitest'
import { REPORT_KINDS, type ReportKind } from '../../mail/reports/kind.ts'
import { softBounceRuns } from '../delivery/bounces/soft-bounces.ts'
import { decideReport } from './policy.ts'
import { UNMATCHED_KINDS } from './values-schema.ts'

test('the policy decides about each kind of report as described in docs/bounces.md', () => {
  const decisionOf = (kind: ReportKind, soft_bounces = 0, is_current_address = true) =>
    decideReport({ kind, soft_bounces, is_current_address })
  const nothing = { delivery: null, transition: null }
  expect(Object.fromEntries(REPORT_KINDS.map((kind) => [kind, decisionOf(kind, 1)]))).toEqual({
    hard: { delivery: 'hard', transition: 'bounce' },
    soft: { delivery: 'soft', transition: null },
    blocked: { delivery: 'blocked', transition: null },
    complaint: { delivery: 'complained', transition: 'complain' },
    opt_out: { delivery: null, transition: 'unsubscribe' },
    not_spam: nothing,
    delayed: nothing,
    delivered: nothing,
    auto_reply: nothing,
    challenge: nothing,
    unknown: nothing,
  })
  expect(decisionOf('soft', 4).transition).toBeNull()
  expect(decisionOf('soft', 5).transition).toBe('bounce')
  expect(decisionOf('soft', 5, false).transition).toBeNull()
  expect(decisionOf('hard', 0, false)).toEqual({ delivery: 'hard', transition: null })
  expect(softBounceRuns([true, true, false, true, true, true, false])).toEqual({ longest: 3, latest: 3 })
  expect(softBounceRuns([])).toEqual({ longest: 0, latest: 0 })
})

test('administrators can filter unmatched reports by each kind', () => {
  expect(UNMATCHED_KINDS).toEqual(REPORT_KINDS)
})
