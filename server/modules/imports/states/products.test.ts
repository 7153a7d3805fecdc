import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { suggestColumns } from '../mapping/suggest.ts'
import { questionsIn } from './questions.ts'
import { rowStateParser } from './row-state.ts'

/** Exports of products: a name, a header with rows, and the states of the rows with the suggested mapping, with `ask` when it is a question. */
const EXPORTS = [
  'products.txt',
  'more-products.txt',
  'more-lists.txt',
  'more-headers.txt',
  'more-flags.txt',
  'more-refusals.txt',
]
  .flatMap((name) =>
    readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8')
      .trim()
      .split('\n\n'),
  )
  .map((block): [string, string, string] => {
    const lines = block.split('\n')
    return [lines[0]?.slice(2) ?? '', lines.slice(1, -1).join('\n'), lines.at(-1)?.slice(3) ?? '']
  })

test.each(EXPORTS)('the states of %s', (name, text, states) => {
  const delimiter = text.split('\n')[0]?.includes(';') ? ';' : ','
  const all: string[][] = parse(text, { delimiter, relax_column_count: true, relax_quotes: true, trim: true })
  const has_header = name !== 'a file without a header'
  const [first = [], ...others] = all
  const headers = has_header ? first : first.map((_, at) => `Column ${at + 1}`)
  const rows = has_header ? others : all
  const columns = suggestColumns({ has_header, headers, rows }, [])
  const read = rowStateParser(columns, () => () => undefined)
  const found = rows.map((row) => read?.(row).state ?? 'active')
  const questions = questionsIn(
    { headers, has_header, rows, is_complete: true },
    { filename: 'people.csv', columns, typed: new Map(), options: { state: 'active', has_no_unsubscribes: false } },
  )
  const asked = questions.some(({ kind }) => kind === 'column') ? ['ask'] : []
  expect([...found, ...asked].join(' ')).toBe(states)
})
