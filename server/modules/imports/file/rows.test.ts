import { expect, test } from 'vitest'
import { csvRows } from './rows.ts'

test('parsing a file lets other work run every few hundred rows', async () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `p${i}@example.net,Name ${i},Oslo\n`)
  let is_read = false
  let rows_since_yield = 0
  const onYield = () => {
    rows_since_yield = 0
    if (!is_read) setImmediate(onYield)
  }
  setImmediate(onYield)
  let [count, most] = [0, 0]
  for await (const rows of csvRows([Buffer.from(lines.join(''))], { separator: ',' })) {
    count += rows.length
    rows_since_yield += rows.length
    most = Math.max(most, rows_since_yield)
  }
  is_read = true
  expect(count).toBe(10_000)
  expect(most).toBeLessThan(1_000)
})
