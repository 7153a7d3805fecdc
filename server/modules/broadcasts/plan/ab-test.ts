// Statistics of A/B tests: pure functions of counts.

/** Two-sided 95 percent. */
const Z95 = 1.959964
/** 80 percent power. The best of three must beat both others, and the two comparisons are correlated (0.5). */
const power = (versions: number) => (versions > 2 ? 1.19 : 0.841621)
/** Below this, a version's rate is meaningless. */
export const MIN_PER_VERSION = 50
/** Minimum number of opens or clicks to distinguish versions. */
const MIN_EVENTS = 10

export interface Version {
  number: number
  /** Subscribers with tracking. */
  of: number
  /** Subscribers who opened or clicked. */
  count: number
}

export interface Interval {
  low: number
  high: number
}

/** Returns Wilson's 95 percent interval of a share. Null for a share of zero subscribers. */
export function wilson({ of, count }: { of: number; count: number }, z = Z95): Interval | null {
  if (of === 0) return null
  const share = count / of
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const reach = (z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of)
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
}

/** Newcombe's interval of the difference of two shares, from their Wilson intervals. */
export function difference(a: Version, b: Version, z = Z95): Interval | null {
  const [one, two] = [wilson(a, z), wilson(b, z)]
  if (!one || !two) return null
  const [p, q] = [a.count / a.of, b.count / b.of]
  return {
    low: p - q - Math.hypot(p - one.low, two.high - q),
    high: p - q + Math.hypot(one.high - p, q - two.low),
  }
}

/** Corrects for two comparisons with the leader, which are two chances of an error. */
const strictness = (versions: number) => (versions > 2 ? 2.241403 : Z95)

export type Result =
  /** The leader beats every other version at 95 percent. */
  | { kind: 'winner'; variant: number }
  /** The sample cannot distinguish the best versions. `variant` is the default. */
  | { kind: 'no_difference'; variant: number }
  /** Too few messages, opens or clicks. `variant` is the default. */
  | { kind: 'too_little'; variant: number }

/** Version for the rest without a winner: a version by number, or the leading one. */
export type Default = number | 'ahead'

/** Decides a test. */
export function decideTest(versions: readonly Version[], when_unclear: Default): Result {
  const rate = ({ of, count }: Version) => (of === 0 ? 0 : count / of)
  const ranked = [...versions].sort((a, b) => rate(b) - rate(a) || a.number - b.number)
  const [leader] = ranked
  if (!leader) return { kind: 'too_little', variant: when_unclear === 'ahead' ? 1 : when_unclear }
  const variant = when_unclear === 'ahead' ? leader.number : when_unclear
  const events = versions.reduce((sum, { count }) => sum + count, 0)
  if (versions.some(({ of }) => of < MIN_PER_VERSION) || events < MIN_EVENTS) return { kind: 'too_little', variant }
  const z = strictness(versions.length)
  const isBetter = ranked.slice(1).every((other) => (difference(leader, other, z)?.low ?? -1) > 0)
  return isBetter ? { kind: 'winner', variant: leader.number } : { kind: 'no_difference', variant }
}

/**
 * Returns the smallest difference of rates that a test of this size detects in four of five cases, as a share: 0.02 is two percentage
 * points. `rate`: the expected rate.
 */
export function smallestDifference({ of, rate, versions }: { of: number; rate: number; versions: number }): number {
  if (of === 0) return 1
  const z = strictness(versions) + power(versions)
  // The variance of the second rate depends on the difference. Converges in a few rounds.
  let found = z * Math.sqrt((2 * rate * (1 - rate)) / of)
  for (let round = 0; round < 20; round++) {
    const other = Math.min(1, rate + found)
    found = z * Math.sqrt((rate * (1 - rate) + other * (1 - other)) / of)
  }
  return Math.min(1, found)
}
