// The statistics of A/B tests: pure functions over counts.

/** Two-sided 95 percent. */
const Z95 = 1.959964
/** 80 percent power; the best of three must be better than both others, whose comparisons with it are correlated (0.5). */
const power = (versions: number) => (versions > 2 ? 1.19 : 0.841621)
/** Below this, a version's rate says nothing. */
export const MIN_PER_VERSION = 50
/** Fewer opens or clicks in total cannot tell versions apart. */
const MIN_EVENTS = 10

export interface Version {
  number: number
  /** Subscribers whose opens and clicks are counted. */
  of: number
  /** Number of subscribers who opened or clicked. */
  count: number
}

export interface Interval {
  low: number
  high: number
}

/** Wilson's 95 percent interval of a share; null when it is of no one. */
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

/** Two comparisons with the leader are two chances to be wrong, so each must be surer. */
const strictness = (versions: number) => (versions > 2 ? 2.241403 : Z95)

export type Result =
  /** The leader is better than each other version, at 95 percent. */
  | { kind: 'winner'; variant: number }
  /** The sample cannot tell the best versions apart. `variant` is the default. */
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
 * The smallest difference of rates that a test with this many subscribers per version shows in four of five cases, as a share:
 * 0.02 is two percentage points. `rate` is the expected rate.
 */
export function smallestDifference({ of, rate, versions }: { of: number; rate: number; versions: number }): number {
  if (of === 0) return 1
  const z = strictness(versions) + power(versions)
  // The variance of the second rate depends on the difference, so this converges in a few rounds.
  let found = z * Math.sqrt((2 * rate * (1 - rate)) / of)
  for (let round = 0; round < 20; round++) {
    const other = Math.min(1, rate + found)
    found = z * Math.sqrt((rate * (1 - rate) + other * (1 - other)) / of)
  }
  return Math.min(1, found)
}
