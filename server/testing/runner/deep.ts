import { inject } from 'vitest'

/** All cases in `npm run test:deep`; otherwise the first ones, which is enough for each change. */
export const sampled = <Case>(cases: readonly Case[], most: number): readonly Case[] =>
  inject('is_deep') ? cases : cases.slice(0, most)
