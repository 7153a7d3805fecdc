import { beginning } from '../../../core/wire.ts'
import type { ReadRow } from '../mapping/columns.ts'
import type { AskedWord, FoundWord } from '../preview-schema.ts'
import type { ColumnTarget } from '../schema.ts'
import { fold } from './fold.ts'
import { cellOf } from './row-state.ts'

/** Maximum number of listed words of a column. */
const MAX_WORDS = 50
/** Maximum number of words counted in a preview. Rows with others also stay inactive. */
const MAX_ASKED = 200
const MAX_CHARACTERS = 80

/** Returns the words of these rows' state columns with their interpretation: unknown ones first, then by frequency. */
export function foundWords(rows: readonly (readonly string[])[], columns: readonly ColumnTarget[]): FoundWord[] {
  return columns.flatMap((column, at) => {
    if (column.target !== 'state') return []
    const words = new Map<string, FoundWord>()
    for (const cells of rows) {
      const text = cells[at] ?? ''
      const read = cellOf(text, column)
      if (read === 'empty' && column.empty === undefined) continue
      // Dates differ, but all mean the same.
      if (typeof read === 'object' && read.at !== undefined) continue
      const folded = read === 'empty' || text.trim() === '' ? '' : fold(text)
      const one = words.get(folded)
      if (one) one.count += 1
      else if (words.size < MAX_ASKED)
        words.set(folded, {
          column: at,
          word: beginning(text.trim(), MAX_CHARACTERS),
          folded,
          count: 1,
          state: typeof read === 'object' ? read.state : 'inactive',
          is_known: typeof read === 'object',
        })
    }
    return [...words.values()].sort(byNeed).slice(0, MAX_WORDS)
  })
}

const byNeed = (left: FoundWord, right: FoundWord) =>
  Number(left.is_known) - Number(right.is_known) || right.count - left.count

/** Adds the unknown words of rows to earlier counts. */
export function addAsked(before: readonly AskedWord[], rows: readonly ReadRow[]): AskedWord[] {
  const words_by_key = new Map(before.map((one) => [keyOf(one), { ...one }]))
  for (const { unknown } of rows)
    for (const { column, word } of unknown) {
      const shown = { column, word: beginning(word, MAX_CHARACTERS) }
      const one = words_by_key.get(keyOf(shown))
      if (one) one.count += 1
      else if (words_by_key.size < MAX_ASKED) words_by_key.set(keyOf(shown), { ...shown, count: 1 })
    }
  return [...words_by_key.values()]
}

const keyOf = ({ column, word }: { column: number; word: string }) => `${column} ${fold(word)}`
