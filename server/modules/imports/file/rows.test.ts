import { expect, test } from 'vitest'
import { csvRows } from './rows.ts'

test('while a file is parsed, other work of the process waits for a few hundred rows at most', async () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `p${i}@example.net,Name ${i},Oslo\n`)
  let is_read = false
  let rows_since_turn = 0
  const turn = () => {
    rows_since_turn = 0
    if (!is_read) setImmediate(turn)
  }
  setImmediate(turn)
  let [count, most] = [0, 0]
  for await (const rows of csvRows([Buffer.from(lines.join(''))], { separator: ',' })) {
    count += rows.length
    rows_since_turn += rows.length
    most = Math.max(most, rows_since_turn)
  }
  is_read = true
  expect(count).toBe(10_000)
  expect(most).toBeLessThan(1_000)
})
