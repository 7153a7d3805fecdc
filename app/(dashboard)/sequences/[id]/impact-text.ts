import { formatCount } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'
import type { EmailImpact, SequenceEdit, SequenceImpact } from '@/server/modules/sequences/impact-schema.ts'

export interface ImpactLine {
  /** Selects the icon. */
  kind: 'send' | 'later' | 'keep' | 'skip' | 'end'
  text: string
  /** Instants in the text, formatted by `Format.date`, in order. */
  times?: readonly string[]
}

interface Format {
  /** Formats a date and time in the account's time zone. */
  date: (at: string) => string
}

/** Describes an edit's effect on the subscribers in the sequence. Empty if nothing changes for anyone. */
export function impactLines(impact: SequenceImpact, edit: SequenceEdit, format: Format): ImpactLine[] {
  const editedId = 'id' in edit ? edit.id : undefined
  if (edit.kind === 'timing')
    return [...timingLines(impact.emails.find(({ id }) => id === editedId)), ...uncountedLines(impact)]
  if (edit.kind === 'settings') return [...settingsLines(impact), ...uncountedLines(impact)]
  const is_removed = edit.kind === 'unpublish' || edit.kind === 'delete'
  const own_first = [...impact.emails].sort((a, b) => Number(b.id === editedId) - Number(a.id === editedId))
  const lines = own_first.flatMap((email) =>
    emailLines(email, { name: email.id === editedId ? 'it' : `“${email.subject}”`, is_removed }, format),
  )
  return [...lines, ...endLines(impact, edit), ...uncountedLines(impact)]
}

function uncountedLines({ uncounted }: SequenceImpact): ImpactLine[] {
  if (uncounted === 0) return []
  const text = `The edit also applies to ${formatCount(uncounted, 'subscriber')} not counted here, because few share their progress.`
  return [{ kind: 'keep', text }]
}

function emailLines(
  email: EmailImpact,
  { name, is_removed }: { name: string; is_removed: boolean },
  { date }: Format,
): ImpactLine[] {
  const lines: ImpactLine[] = []
  const add = (kind: ImpactLine['kind'], count: number, text: string, times: readonly string[] = []) => {
    if (count > 0) lines.push({ kind, text: `${formatCount(count, 'subscriber')} ${text}.`, times })
  }
  const is_one = email.skipped === 1
  if (name === 'it' && is_removed) add('skip', email.skipped, `${is_one ? 'was' : 'were'} to get it and will skip it`)
  else add('skip', email.skipped, `will skip ${name}`)
  add('send', email.now, `${email.now === 1 ? 'gets' : 'get'} ${name} within 15 minutes`)
  if (email.first_at && email.last_at) {
    const is_same = date(email.first_at) === date(email.last_at)
    const time = is_same ? t`on ${date(email.first_at)}` : t`between ${date(email.first_at)} and ${date(email.last_at)}`
    const times = is_same ? [email.first_at] : [email.first_at, email.last_at]
    add('later', email.later, `${email.later === 1 ? 'gets' : 'get'} ${name} next, ${time}`, times)
  }
  if (name === 'it') add('later', email.ahead, `${email.ahead === 1 ? 'gets' : 'get'} it after other emails`)
  add(
    'skip',
    email.excluded,
    `would get ${name} now, but ${email.excluded === 1 ? 'is' : 'are'} excluded or paused emails`,
  )
  return lines
}

function endLines(impact: SequenceImpact, edit: SequenceEdit): ImpactLine[] {
  const lines: ImpactLine[] = []
  const { completing, resting, withdrawn, completed } = impact
  if (completing > 0)
    lines.push({
      kind: 'end',
      text: `${formatCount(completing, 'subscriber')} ${completing === 1 ? 'completes' : 'complete'} the sequence, because no email is left.`,
    })
  if (resting > 0)
    lines.push({
      kind: 'keep',
      text: `${formatCount(resting, 'subscriber')} ${resting === 1 ? 'waits' : 'wait'} for new emails.`,
    })
  if (withdrawn > 0)
    lines.push({
      kind: 'skip',
      text: `${formatCount(withdrawn, 'message')} that ${withdrawn === 1 ? 'waits' : 'wait'} to be sent ${withdrawn === 1 ? 'is' : 'are'} withdrawn.`,
    })
  if (edit.kind === 'publish' && completed > 0)
    lines.push({
      kind: 'end',
      text: `${formatCount(completed, 'subscriber')} completed the sequence earlier and will not get it.`,
    })
  return lines
}

function timingLines(email: EmailImpact | undefined): ImpactLine[] {
  const lines: ImpactLine[] = []
  if (email && email.kept > 0)
    lines.push({
      kind: 'keep',
      text: `${formatCount(email.kept, 'subscriber')} already waiting for this email will get it at the time set before.`,
    })
  if (email && email.ahead > 0)
    lines.push({
      kind: 'later',
      text: `${formatCount(email.ahead, 'subscriber')} still before it will follow the new timing.`,
    })
  return lines
}

function settingsLines({ kept, newly_excluded, no_longer_excluded }: SequenceImpact): ImpactLine[] {
  const lines: ImpactLine[] = []
  if (kept > 0)
    lines.push({
      kind: 'keep',
      text: `${formatCount(kept, 'email')} already scheduled will be sent at the time set before. The new schedule applies to later emails.`,
    })
  if (newly_excluded > 0)
    lines.push({
      kind: 'skip',
      text: `${formatCount(newly_excluded, 'subscriber')} in the sequence will skip its emails from now on.`,
    })
  if (no_longer_excluded > 0)
    lines.push({
      kind: 'send',
      text: `${formatCount(no_longer_excluded, 'subscriber')} in the sequence will no longer be excluded and will get the emails that are due.`,
    })
  return lines
}
