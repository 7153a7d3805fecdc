import { expect, test } from 'vitest'
import { csvOf } from './save-chart.ts'

test('a chart’s CSV file runs no formula, keeps numbers, and is UTF-8 with a byte order mark [S4]', () => {
  const figures = {
    columns: ['Link', '=Net', 'Rate'],
    rows: [
      ['=HYPERLINK("https://x.example")', -3, 1.25],
      ['@sum, “é”', 4, null],
    ],
  }
  expect(csvOf(figures)).toBe(
    '\ufeffLink,\'=Net,Rate\r\n"\'=HYPERLINK(""https://x.example"")",-3,1.25\r\n"\'@sum, “é”",4,\r\n',
  )
})
