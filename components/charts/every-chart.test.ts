import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const CHART = /<(?:BarList|TimeChart|SeriesChart|ChartFrame|GrowthChart|EngagementChart|Funnel|HeatTable)\b/

/** Charts themselves, and a part of one that its page puts into a panel. Administrators read theirs on the screen. */
const OTHERS = /^components\/charts\/|\(dashboard\)\/admin\//

test('every chart of the dashboard is in a panel, from which it is saved as picture and CSV', () => {
  const files = globSync(['app/(dashboard)/**/*.tsx', 'components/**/*.tsx']).filter((file) => !OTHERS.test(file))
  const charts = files.filter((file) => CHART.test(readFileSync(file, 'utf8')))
  expect(charts.length).toBeGreaterThan(8)
  expect(charts.filter((file) => !readFileSync(file, 'utf8').includes('<ChartPanel'))).toEqual([])
})
