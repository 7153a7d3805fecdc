import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { impactLines } from '../app/(dashboard)/sequences/[id]/impact-text.ts'
import { dateTimeStyle, formatDate } from './format.ts'
import { TimeZoneProvider } from './time-zone'
import { DayAndTime, TimedText } from './timed-text'

const ZONE = 'Pacific/Kiritimati'
const render = (children: React.ReactNode) =>
  renderToStaticMarkup(<TimeZoneProvider timeZone={ZONE}>{children}</TimeZoneProvider>)

test('a day and time are in the account’s time zone, with its name as title, and other years are named', () => {
  const later = render(<DayAndTime at="2099-03-02T10:30:00Z" />)
  expect(later).toContain('title="Mar 3, 2099, 00:30 Line Islands Time"')
  expect(later.replace(/<[^<>]*>/g, ' ')).toMatch(/Mar 3 +2099 +00:30/)
  const now = new Date().toISOString()
  expect(render(<DayAndTime at={now} />)).not.toContain(`>${formatDate(now, ZONE, { year: 'numeric' })}<`)
})

test('each time in a sentence has its time zone as title, and user-written text stays plain', () => {
  const [first_at, last_at] = ['2099-03-02T10:30:00Z', '2099-03-05T10:30:00Z']
  const date = (at: string) => formatDate(at, ZONE, dateTimeStyle)
  const noCounts = { now: 0, ahead: 0, kept: 0, skipped: 0, excluded: 0 }
  const lines = impactLines(
    {
      in_progress: 2,
      uncounted: 0,
      completed: 0,
      completing: 0,
      resting: 0,
      kept: 0,
      withdrawn: 0,
      newly_excluded: 0,
      no_longer_excluded: 0,
      emails: [{ ...noCounts, id: 1, subject: `Until ${date(last_at)}`, later: 2, first_at, last_at }],
    },
    { kind: 'delete', id: 9 },
    { date },
  )
  const html = render(lines.map(({ text, times = [] }) => <TimedText key={text} text={text} times={times} />))
  expect(html).toContain(`“Until ${date(last_at)}”`)
  expect([...html.matchAll(/ title="([^"]*)"/g)].map(([, title]) => title)).toEqual([
    'Mar 3, 2099, 00:30 Line Islands Time',
    'Mar 6, 2099, 00:30 Line Islands Time',
  ])
  expect(html.replace(/<[^<>]*>/g, '')).toBe(lines[0]?.text)
})
