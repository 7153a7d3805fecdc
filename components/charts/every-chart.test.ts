import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const CHART = /<(?:BarList|TimeChart|SeriesChart|ChartFrame|GrowthChart|EngagementChart|Funnel|HeatTable)\b/

/** Chart components, and parts of charts whose pages put them into panels. Administrators do not save charts. */
const OTHERS = /^components\/charts\/|\(dashboard\)\/admin\//

test('every chart of the dashboard is in a panel that can save it as an image or CSV file', () => {
  const files = globSync(['app/(dashboard)/**/*.tsx', 'components/**/*.tsx']).filter((file) => !OTHERS.test(file))
  const charts = files.filter((file) => CHART.test(readFileSync(file, 'utf8')))
  expect(charts.length).toBeGreaterThan(8)
  expect(charts.filter((file) => !readFileSync(file, 'utf8').includes('<ChartPanel'))).toEqual([])
})
