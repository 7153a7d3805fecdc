import { inject, test } from 'vitest'

/** Returns all cases in `npm run test:deep`, otherwise the first ones, which are enough for each change. */
export const sampled = <Case>(cases: readonly Case[], most: number): readonly Case[] =>
  inject('is_deep') ? cases : cases.slice(0, most)

/**
 * Declares a test that runs only in `npm run test:deep`, in a file with other tests. A file with only such tests is named `*.deep.test.ts`.
 */
export function deepTest(name: string, run: () => Promise<void> | void): void {
  if (inject('is_deep')) test(name, run)
}

/** Returns the number of generated examples: few for each change, all in `npm run test:deep`. */
export const runs = (deep: number, usual: number): number => (inject('is_deep') ? deep : usual)
