import { expect, test } from 'vitest'
import { z } from 'zod'
import { after, before, parseInstant } from './date-filter.ts'

const spelled = (text: string) => {
  const instant = parseInstant(text)
  return instant && [instant.start.toJSON(), instant.end.toJSON()]
}

test.each([
  ['2026-03-04', '2026-03-04T00:00:00.000Z', '2026-03-04T23:59:59.999Z'],
  ['2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z', '2026-03-04T05:06:07.999Z'],
  ['2026-03-04 05:06:07', '2026-03-04T05:06:07.000Z', '2026-03-04T05:06:07.999Z'],
  ['2026-03-04T05:06:07+02:00', '2026-03-04T03:06:07.000Z', '2026-03-04T03:06:07.999Z'],
  ['2026-03-04T05:06:07-0330', '2026-03-04T08:36:07.000Z', '2026-03-04T08:36:07.999Z'],
  ['2026-03-04T05:06:07.25Z', '2026-03-04T05:06:07.250Z', '2026-03-04T05:06:07.250Z'],
])('%s runs from %s to %s [contract 6.4]', (text, start, end) => {
  expect(spelled(text)).toEqual([start, end])
})

test.each([
  '',
  'yesterday',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '04/03/2026',
  '2026-03-04T25:00:00Z',
  '2026-3-4',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
])('%j is not a date [contract 6.4]', (text) => {
  expect(spelled(text)).toBeUndefined()
})

test('the error names the parameter [contract 6.4]', () => {
  const Range = z.object({ created_after: after('created_after'), created_before: before('created_before') })
  expect(Range.parse({})).toEqual({})
  const refused = Range.safeParse({ created_after: 'x', created_before: '2026-02-31' })
  expect(refused.error?.issues.map(({ message }) => message)).toEqual([
    'created_after must be formatted YYYY-MM-DD',
    'created_before must be formatted YYYY-MM-DD',
  ])
})
