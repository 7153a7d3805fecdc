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
  'other-products.txt',
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

/** Returns the states of rows under the suggested mapping, and the columns that are asked about. */
function suggestedStates(headers: string[], rows: string[][], { has_header = true, is_complete = true } = {}) {
  const columns = suggestColumns({ has_header, headers, rows }, [])
  const read = rowStateParser(columns, () => () => undefined)
  const questions = questionsIn(
    { headers, has_header, rows, is_complete },
    { filename: 'people.csv', columns, typed: new Map(), options: { state: 'active', has_no_unsubscribes: false } },
  )
  return {
    states: rows.map((row) => read?.(row).state ?? 'active'),
    asked: questions.flatMap(({ kind, column }) => (kind === 'column' ? [column] : [])),
  }
}

test.each(EXPORTS)('the states of %s', (name, text, states) => {
  const delimiter = text.split('\n')[0]?.includes(';') ? ';' : ','
  const all: string[][] = parse(text, { delimiter, relax_column_count: true, relax_quotes: true, trim: true })
  const has_header = name !== 'a file without a header'
  const [first = [], ...others] = all
  const headers = has_header ? first : first.map((_, at) => `Column ${at + 1}`)
  const rows = has_header ? others : all
  const found = suggestedStates(headers, rows, { has_header })
  expect([...found.states, ...(found.asked.length > 0 ? ['ask'] : [])].join(' ')).toBe(states)
})

/** Headers of yes and no by what a yes means, with the words for yes and no. */
const FLAGS = readFileSync(path.join(import.meta.dirname, 'fixtures', 'flag-headers.txt'), 'utf8')
  .trim()
  .split('\n\n')
  .map((block): [string, string[]] => {
    const [title = '', ...lines] = block.split('\n')
    return [title.slice(2), lines.join('; ').split('; ')]
  })

test.each(FLAGS)('no one becomes active without a question by a column of yes and no: %s', (title, headers) => {
  const [kind, yes = '', no = ''] = title.split(' ')
  const wrong = headers.filter((header) => {
    const { states, asked } = suggestedStates(
      ['Email', header],
      [
        ['a@x.co', yes],
        ['b@x.co', no],
      ],
    )
    const [stays, leaves] = kind === 'left' ? [states[1], states[0]] : states
    if (kind === 'other') return stays !== 'active' || leaves !== 'active' || asked.length > 0
    return stays !== 'active' || (leaves === 'active' && asked.length === 0)
  })
  expect(wrong).toEqual([])
})

test.each<[string, string[], string]>([
  ['removed_at', ['', '2024-01-02'], 'active active ask'],
  ['Cancelled on', ['2024-01-02', ''], 'active active ask'],
  ['deliverability', ['Deliverable', 'Blocked'], 'active active ask'],
  ['email_valid', ['1', '0'], 'active bounced'],
  ['Newsletter', ['✅', '❌'], 'active cancelled'],
  ['メルマガ購読', ['する', 'しない'], 'active cancelled'],
  ['Trạng thái', ['Đã đăng ký', 'Đã hủy đăng ký'], 'inactive inactive'],
  ['สถานะ', ['สมัครรับข้อมูล', 'ยกเลิกการสมัคร'], 'inactive inactive'],
  ['Estat', ['Subscrit', 'Baixa'], 'inactive inactive'],
  ['Marketing preferences', ['Yes', ''], 'active active ask'],
  ['Newsletter', ['Weekly', 'Daily', 'No'], 'active active active ask'],
  ['Email frequency', ['Weekly', 'Never'], 'active active ask'],
  ['Newsletter-Häufigkeit', ['wöchentlich', 'nie'], 'active active ask'],
  ['Frequency', ['Daily', 'None'], 'active active ask'],
  ['Communication preference', ['Email', 'None'], 'active active ask'],
  ['Exercise frequency', ['Daily', 'Never'], 'active active'],
  ['Dietary preference', ['Vegan', 'None'], 'active active'],
  ['Preferred language', ['sv', 'no'], 'active active'],
  ['Exit date', ['', '2023-01-02'], 'active active ask'],
  ['DOI-Datum', ['02.01.2023', ''], 'active inactive'],
  ['Double opt-in date', ['2023-01-02', ''], 'active inactive'],
  ['Data potwierdzenia', ['2023-01-02', ''], 'active inactive'],
  ['Confirmation time', ['2023-01-02 10:00:00', ''], 'active inactive'],
  ['Opt-in date', ['2023-01-02', ''], 'active active'],
  ['Removed', ['No', 'No'], 'active active'],
  ['Digest', ['Yes', 'Yes'], 'active active'],
  ['Will attend marketing webinar', ['Yes', 'No'], 'active active ask'],
  ['Offer declined', ['Yes', 'No'], 'active active'],
  ['Blocked by', ['Ann', 'Bob'], 'active active'],
  ['Cancelled orders', ['0', '3', '1'], 'active active active'],
  ['Emails opened', ['0', '5'], 'active active'],
  ['Subscriber country', ['NO', 'SE'], 'active active'],
])('the states of “%s” with %s', (header, cells, states) => {
  const found = suggestedStates(
    ['Email', header],
    cells.map((cell, at) => [`a${at}@x.co`, cell]),
  )
  expect([...found.states, ...(found.asked.length > 0 ? ['ask'] : [])].join(' ')).toBe(states)
})

test.each([
  ['Removed', ['No', 'No'], true],
  ['Gesperrt', ['', ''], true],
  ['Digest', ['Yes', 'Yes'], true],
  ['Subscription', ['Yes', 'Yes'], true],
  ['Subscription', ['Gold', 'Silver'], false],
  ['VIP', ['No', 'No'], false],
])('the rows of a large file that were not read may say in “%s” that someone left', (header, cells, isAsked) => {
  const rows = cells.map((cell, at) => [`a${at}@x.co`, cell])
  expect(suggestedStates(['Email', header], rows, { is_complete: false }).asked.length > 0).toBe(isAsked)
})
