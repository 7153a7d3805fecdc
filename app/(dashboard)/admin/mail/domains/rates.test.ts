import { expect, test } from 'vitest'
import type { ReceiverCounts } from '@/server/modules/admin/mail-schema.ts'
import { changeOf, formatRate, RATES, rateOf } from './rates'

const NONE: ReceiverCounts = {
  attempts: 0,
  accepted: 0,
  deferred: 0,
  refused: 0,
  unconfirmed: 0,
  hard_bounced: 0,
  soft_bounced: 0,
  complained: 0,
}

test('a receiver’s rates are percentages of their divisor, and their changes percentage points', () => {
  const before = { ...NONE, attempts: 100, accepted: 100 }
  const now = { ...before, accepted: 88, deferred: 10, hard_bounced: 1, soft_bounced: 1, complained: 0 }
  expect(RATES.map((rate) => `${rate.label} ${formatRate(rateOf(rate, now))}`)).toEqual([
    'Accepted 88%',
    'Deferred 10%',
    'Bounced 2.2%',
    'Refused 0%',
    'Complained 0%',
  ])
  expect(RATES.map((rate) => formatRate(rateOf(rate, NONE)))).toEqual(['–', '–', '–', '–', '–'])
  const [accepted] = RATES
  if (!accepted) throw new Error('No rates')
  expect(changeOf(accepted, { now, before })).toBeCloseTo(-12)
  expect(changeOf(accepted, { now, before: NONE })).toBeNull()
})
