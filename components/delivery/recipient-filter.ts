import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { CURSOR, type Cursor, cursorOf } from '@/components/list/cursor'
import { PARTS } from '@/server/modules/delivery/values-schema.ts'

const ACTIVITIES = ['opened', 'clicked', 'unsubscribed', 'bounced', 'complained'] as const
export const WHO = [...PARTS, ...ACTIVITIES] as const
export const RECIPIENT_FILTERS = { who: parseAsStringLiteral(WHO), reason: parseAsString }

/** Converts the URL's filter for the recipients procedures. */
export const recipientFilter = ({ who, reason }: inferParserType<typeof RECIPIENT_FILTERS>, cursor: Cursor) => ({
  per_page: 50,
  part: PARTS.find((part) => part === who),
  activity: ACTIVITIES.find((activity) => activity === who),
  reason: reason ?? undefined,
  ...cursor,
})

const address = createLoader({ tab: parseAsString, ...RECIPIENT_FILTERS, ...CURSOR })

/** Returns the recipients that a report shows first. Undefined on its other tabs. */
export async function shownRecipients(given: Promise<Record<string, string | string[] | undefined>>) {
  const values = await address(given)
  return values.tab === 'recipients' ? recipientFilter(values, cursorOf(values)) : undefined
}
