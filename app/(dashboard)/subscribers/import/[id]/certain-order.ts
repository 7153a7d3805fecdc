import { guessDateOrder } from '@/server/modules/imports/guesses-schema.ts'

/** The order of day and month, unless the creator has to say it. */
export function certainOrder(examples: readonly string[]) {
  const guess = guessDateOrder(examples)
  return guess && !guess.certain ? {} : { date_order: guess?.date_order ?? ('day_first' as const) }
}
