import { expect, test } from 'vitest'
import { decideTest, difference, smallestDifference, wilson } from './ab-test.ts'

const versions = (...counts: [count: number, of: number][]) =>
  counts.map(([count, of], index) => ({ number: index + 1, count, of }))
const rounded = (interval: { low: number; high: number } | null) =>
  interval && [interval.low, interval.high].map((share) => Math.round(share * 10_000) / 10_000)

test('intervals of shares and of their difference are those of the literature', () => {
  // Newcombe 1998, table II: 56/70 and 48/80, method 10.
  expect(rounded(difference(...(versions([56, 70], [48, 80]) as [never, never])))).toEqual([0.0524, 0.3339])
  // Newcombe 1998, part one: 81/263, method 3.
  expect(rounded(wilson({ count: 81, of: 263 }))).toEqual([0.2553, 0.3662])
  expect(rounded(wilson({ count: 0, of: 20 }))).toEqual([0, 0.1611])
  expect(wilson({ count: 0, of: 0 })).toBeNull()
})

test('a test has a winner only when the sample can tell the versions apart', () => {
  expect(decideTest(versions([30, 500], [60, 500]), 1)).toEqual({ kind: 'winner', variant: 2 })
  expect(decideTest(versions([30, 500], [38, 500]), 1)).toEqual({ kind: 'no_difference', variant: 1 })
  expect(decideTest(versions([30, 500], [38, 500]), 'ahead')).toEqual({ kind: 'no_difference', variant: 2 })
})

test('a tie takes the default of the creator', () => {
  expect(decideTest(versions([40, 500], [40, 500]), 2)).toEqual({ kind: 'no_difference', variant: 2 })
  expect(decideTest(versions([40, 500], [40, 500]), 'ahead')).toEqual({ kind: 'no_difference', variant: 1 })
})

test('too few subscribers or events say nothing, and the default is taken', () => {
  expect(decideTest(versions([0, 500], [8, 500]), 1)).toEqual({ kind: 'too_little', variant: 1 })
  expect(decideTest(versions([20, 49], [2, 500]), 2)).toEqual({ kind: 'too_little', variant: 2 })
  expect(decideTest(versions([0, 0], [0, 0]), 'ahead')).toEqual({ kind: 'too_little', variant: 1 })
  expect(decideTest([], 'ahead')).toEqual({ kind: 'too_little', variant: 1 })
})

test('three versions need more evidence than two', () => {
  const two = versions([40, 1000], [62, 1000])
  expect(decideTest(two, 1)).toEqual({ kind: 'winner', variant: 2 })
  expect(decideTest([...two, { number: 3, count: 40, of: 1000 }], 1)).toEqual({ kind: 'no_difference', variant: 1 })
})

test('the smallest difference that a sample shows falls with its size', () => {
  const points = (of: number, count = 2) =>
    Math.round(smallestDifference({ of, rate: 0.05, versions: count }) * 1000) / 10
  // 5 percent against 7 percent needs about 2,210 in each group (Fleiss, without continuity correction).
  expect([points(500), points(2210), points(50_000)]).toEqual([4.6, 2, 0.4])
  expect(points(500, 3)).toBeGreaterThan(points(500))
  expect(smallestDifference({ of: 0, rate: 0.05, versions: 2 })).toBe(1)
})

/** Probabilities of each count of `of` at this rate that occurs more than once in a million. */
function binomial(of: number, rate: number): [count: number, probability: number][] {
  const found: [number, number][] = []
  let log = of * Math.log(1 - rate)
  for (let count = 0; count <= of; count++) {
    if (log > Math.log(1e-6)) found.push([count, Math.exp(log)])
    log += Math.log((of - count) / (count + 1)) + Math.log(rate / (1 - rate))
  }
  return found
}

/** The exact probability that a test of these rates names this winner; undefined: any. */
function chance(of: number, rates: readonly number[], winner?: number): number {
  const sum = (counts: [number, number][], left: readonly number[], probability: number): number => {
    const [rate, ...rest] = left
    if (rate === undefined) {
      const result = decideTest(versions(...counts), 1)
      return result.kind === 'winner' && (winner ?? result.variant) === result.variant ? probability : 0
    }
    return binomial(of, rate).reduce(
      (total, [count, p]) => total + sum([...counts, [count, of]], rest, probability * p),
      0,
    )
  }
  return sum([], rates, 1)
}

test('a difference of the predicted size is found in four of five cases, and equal versions have a winner in one of twenty', () => {
  for (const [of, rate] of [
    [500, 0.05],
    [1000, 0.3],
  ] as const) {
    expect(chance(of, [rate, rate + smallestDifference({ of, rate, versions: 2 })], 2)).toBeCloseTo(0.8, 1)
    expect(chance(of, [rate, rate])).toBeLessThan(0.055)
  }
  const best = 0.05 + smallestDifference({ of: 300, rate: 0.05, versions: 3 })
  expect(chance(300, [0.05, 0.05, best], 3)).toBeGreaterThan(0.78)
  expect(chance(300, [0.05, 0.05, best], 3)).toBeLessThan(0.83)
})
