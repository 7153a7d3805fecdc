import { formatCount, formatNumber } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'
import type { ChangeAction, ChangePreview } from '@/server/modules/sequences/change-schema.ts'
import type { ImpactLine } from './[id]/impact-text.ts'

/** Describes exactly what a change to a set of subscribers will do. */
export function changeLines(preview: ChangePreview, action: ChangeAction, date: (at: string) => string): ImpactLine[] {
  const lines: ImpactLine[] = []
  const add = (kind: ImpactLine['kind'], count: number, one: string, many: string, times: readonly string[] = []) => {
    if (count > 0) lines.push({ kind, text: `${formatCount(count, 'subscriber')} ${count === 1 ? one : many}.`, times })
  }
  const times = preview.first_at && !preview.is_paused ? [preview.first_at] : []
  const { changed, matched, inactive, underway, over, missing, withdrawn, repeat } = preview
  if (matched === 0) return [{ kind: 'skip', text: 'No subscribers match.' }]
  if (action === 'add') {
    add('send', changed, `is added${firstEmail(preview, date)}`, `are added${firstEmail(preview, date)}`, times)
    const stay = t`already in the sequence and`
    add('keep', underway, `is ${stay} keeps the position`, `are ${stay} keep their position`)
    if (!repeat)
      add('end', over, 'completed it before and is not added again', 'completed it before and are not added again')
  }
  if (action === 'restart') {
    add('send', changed, `starts again${firstEmail(preview, date)}`, `start again${firstEmail(preview, date)}`, times)
    lines.push(...withdrawnLines(withdrawn))
    add('skip', missing, 'is not in the sequence and stays out', 'are not in the sequence and stay out')
  }
  if (action === 'remove') {
    add('end', changed, 'is removed and gets no more emails of it', 'are removed and get no more emails of it')
    lines.push(...withdrawnLines(withdrawn))
    add('skip', missing, 'is not in the sequence', 'are not in the sequence')
  } else {
    const state = t`unconfirmed, unsubscribed or bounced and`
    add('skip', inactive, `is ${state} stays as they are`, `are ${state} stay as they are`)
  }
  return lines
}

function withdrawnLines(count: number): ImpactLine[] {
  if (count === 0) return []
  const text = `${formatCount(count, 'message')} that ${count === 1 ? t`waits to be sent is` : t`wait to be sent are`} withdrawn.`
  return [{ kind: 'skip', text }]
}

function firstEmail({ first_subject, first_at, is_paused }: ChangePreview, date: (at: string) => string): string {
  if (is_paused) return t`; the first email comes after the sequence is resumed`
  if (!first_subject || !first_at) return t`; the first email comes once one is published`
  return `; first email: “${first_subject}”, ${date(first_at)}`
}

export const actionTexts = {
  add: { title: 'Add subscribers', verb: 'Add', done: 'Added', running: 'Adding subscribers' },
  restart: { title: 'Restart subscribers', verb: 'Restart', done: 'Restarted', running: 'Restarting subscribers' },
  remove: { title: 'Remove subscribers', verb: 'Remove', done: 'Removed', running: 'Removing subscribers' },
} as const satisfies Record<ChangeAction, object>

/** "Add 412 subscribers". */
export const changeLabel = (action: ChangeAction, changed: number) =>
  `${actionTexts[action].verb} ${changed === 1 ? '1 subscriber' : t`${formatNumber(changed)} subscribers`}`
