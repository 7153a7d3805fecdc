import { guessDateOrder } from '@/server/modules/imports/guesses-schema.ts'

/** Returns the order of day and month. Undefined: the creator has to specify it. */
export function certainOrder(examples: readonly string[]) {
  const guess = guessDateOrder(examples)
  return guess && !guess.certain ? {} : { date_order: guess?.date_order ?? ('day_first' as const) }
}
