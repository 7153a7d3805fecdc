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
