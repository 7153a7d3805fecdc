import { expect, test } from 'vitest'
import { csvRows } from './rows.ts'

test('parsing a file lets other work run every few hundred rows', async () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `p${i}@example.net,Name ${i},Oslo\n`)
  let isRead = false
  let rows_since_yield = 0
  const onYield = () => {
    rows_since_yield = 0
    if (!isRead) setImmediate(onYield)
  }
  setImmediate(onYield)
  let [count, most] = [0, 0]
  for await (const rows of csvRows([Buffer.from(lines.join(''))], { separator: ',' })) {
    count += rows.length
    rows_since_yield += rows.length
    most = Math.max(most, rows_since_yield)
  }
  isRead = true
  expect(count).toBe(10_000)
  expect(most).toBeLessThan(1_000)
})

test.each([
  ['a@x.co,"Berg ""Bo"", Ann",1\n', ['a@x.co', 'Berg "Bo", Ann', '1']],
  ['a@x.co, "Two\nlines" ,1\n', ['a@x.co', 'Two\nlines', '1']],
  ['a@x.co,5" pipe,1\n', ['a@x.co', '5" pipe', '1']],
  ['a@x.co,"",1\n', ['a@x.co', '', '1']],
  ['a@x.co,"Ann" Berg,Oslo\n', ['a@x.co', '"Ann" Berg', 'Oslo']],
  ['a@x.co, "Ann" Berg ,Oslo \n', ['a@x.co', '"Ann" Berg', 'Oslo']],
  ['a@x.co,""Ann"",Oslo\n', ['a@x.co', '""Ann""', 'Oslo']],
  ['a@x.co,"Berg, "Ann"",Oslo\n', ['a@x.co', '"Berg, "Ann""', 'Oslo']],
  ['a@x.co,"Ann\\"s, x",Oslo\n', ['a@x.co', '"Ann\\"s', 'x"', 'Oslo']],
  ['a@x.co , "5"" pipe " ,\t"""x"" "\n', ['a@x.co', '5" pipe ', '"x" ']],
  ['a@x.co , Oslo \n', ['a@x.co', 'Oslo']],
  ["a@x.co,'Ann\n", ['a@x.co', "'Ann"]],
])('the cells of %j', async (text, cells) => {
  for await (const rows of csvRows([Buffer.from(text)], { separator: ',' }))
    expect(rows.map((row) => row.cells)).toEqual([cells])
})
