import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeZoneProvider } from '@/components/time-zone'
import type { HistoryEntry } from '@/server/modules/subscribers/list/history.ts'
import { HistoryRow } from './history'

const common = { id: 1, occurred_at: '2027-03-02T10:30:00Z' }

function sentence(entry: HistoryEntry): string {
  const row = renderToStaticMarkup(
    <TimeZoneProvider timeZone="UTC">
      <HistoryRow entry={entry} />
    </TimeZoneProvider>,
  )
  return row.slice(row.indexOf('<p '), row.indexOf('</p>')).replace(/<[^<>]*>/g, '')
}

test('a tag removed by an undo and a cleared field are described in a sentence', () => {
  const tag = (kind: 'tag_addition_undone' | 'tag_removal_undone') =>
    sentence({ ...common, kind, detail: { id: 3, name: 'Moss' } })
  expect(tag('tag_addition_undone')).toBe('Undid adding the tag Moss')
  expect(tag('tag_removal_undone')).toBe('Restored the tag Moss')
  const field = (from: string | null, to: string | null) =>
    sentence({ ...common, kind: 'field_changed', detail: { id: 3, name: 'City', from, to } })
  expect(field('Bern', null)).toBe('Cleared City (was “Bern”)')
  expect(field('Bern', 'Rome')).toBe('Changed City from “Bern” to “Rome”')
  expect(field(null, 'Rome')).toBe('Changed City to “Rome”')
})

test('an email is one sentence with what the subscriber did with it', () => {
  const mail = {
    id: 1,
    kind: 'broadcast',
    broadcast_id: 2,
    sequence_id: null,
    automation_id: null,
    email_id: null,
  } as const
  const did = (opens: number, clicks: number, is_complained = false) =>
    sentence({
      ...common,
      kind: 'email_sent',
      detail: { ...mail, subject: 'Moss', opens, clicks, urls: [], is_complained },
    })
  expect(did(0, 0)).toBe('Moss sent')
  expect(did(2, 1)).toBe('Moss sent, opened twice, clicked')
  expect(did(12, 0, true)).toBe('Moss sent, opened 12 times, marked as spam')
})
