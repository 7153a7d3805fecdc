import { countText, momentText, numberText } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import type { ListedApproval } from './schema.ts'

type Described = Pick<ListedApproval, 'operation' | 'summary' | 'title' | 'input' | 'recipients'>

/** Says in one sentence what happens if a member approves now. */
export function whatHappens(
  { operation, summary, title, input, recipients }: Described,
  { now, timeZone }: { now: Date; timeZone: string },
): string {
  const name = title ?? t`Untitled`
  const count = recipients === null ? '' : subscribers(recipients)
  if (operation === 'PUT /v4/broadcasts/:id' && 'send_at' in input.body) {
    const { send_at } = input.body
    if (send_at === null) return t`Makes “${name}” a draft again. It is not sent.`
    const at = new Date(String(send_at))
    if (at <= now) return t`Sends “${name}” to ${count} now.`
    return t`Schedules “${name}” to ${count} for ${momentText(at, timeZone)}.`
  }
  if (SENDS.has(operation)) return t`Sends “${name}” to ${count} now.`
  if (operation === 'POST /v4/automations/:id/publish')
    return t`Publishes the automation “${name}”. ${count} who match already enter it now.`
  const what = title === null ? summary : `${summary}: “${name}”`
  return recipients === null ? `${what}.` : t`${what}. This concerns ${count}.`
}

const SENDS = new Set([
  'POST /v4/broadcasts/:id/resume',
  'POST /v4/broadcasts/:id/release',
  'POST /v4/broadcasts/:id/send_to_new',
])

const subscribers = (count: number): string => countText(count, numberText(count), 'subscriber')
