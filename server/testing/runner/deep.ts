import { inject, test } from 'vitest'

/** All cases in `npm run test:deep`; otherwise the first ones, which is enough for each change. */
export const sampled = <Case>(cases: readonly Case[], most: number): readonly Case[] =>
  inject('is_deep') ? cases : cases.slice(0, most)

/** A test of `npm run test:deep` alone, in a file that has others. A file whose tests all are is called `*.deep.test.ts`. */
export function deepTest(name: string, run: () => Promise<void> | void): void {
  if (inject('is_deep')) test(name, run)
}

/** Returns how often to try generated examples: each change with few, `npm run test:deep` with all. */
export const runs = (deep: number, usual: number): number => (inject('is_deep') ? deep : usual)
