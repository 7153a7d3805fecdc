import { countText, numberText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { causeText } from '../../subscribers/values-schema.ts'
import type { Evidence } from '../schema.ts'
import type { DeliveryFacts } from './facts.ts'

// Describes the ledger in the language of the request.

/** Lists signs of machines in these events, which are not counted anywhere. */
export function evidenceText(events: DeliveryFacts['events']): string {
  const found = [...new Set(events.flatMap(({ evidence }) => machineText(evidence as Evidence) ?? []))]
  return [...found, t`Not counted in any rate.`].join(' ')
}
export const openText = (is_machine: boolean) => (is_machine ? t`A program opened it` : t`They opened it`)
export const clickText = (is_machine: boolean, url: string | null) => {
  const link = url ?? t`a link`
  return is_machine ? t`A program clicked ${link}` : t`They clicked ${link}`
}
export const attemptsText = (attempts: number) =>
  attempts > 1 ? t`After ${countText(attempts, numberText(attempts), 'attempt')}.` : null
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const causeOf = (cause: string) => causeText(cause) ?? t`by ${cause.replaceAll('_', ' ')}`

export const stateText = (key: string): string | undefined =>
  (
    ({
      cancelled: t`unsubscribed`,
      bounced: t`bounced`,
      complained: t`marked as a spam complaint`,
      inactive: t`not confirmed`,
    }) as Record<string, string>
  )[key]
export const listedText = (key: string): string | undefined =>
  (
    ({
      erased: t`their data was erased`,
      hard_bounce: t`it bounced`,
      complaint: t`they reported an email as spam`,
      manual: t`a member added it`,
      import: t`an import added it`,
      instance: t`the administrator of this instance added it`,
    }) as Record<string, string>
  )[key]
export const failureText = (key: string): string | undefined =>
  (
    ({
      mailbox_unknown: t`The mailbox does not exist.`,
      mailbox_unavailable: t`The mailbox is full or disabled.`,
      message_refused: t`The mail server refused the content of the message.`,
      sender_refused: t`The mail server refused the sender.`,
      gave_up: t`The mail server accepted no attempt within 24 hours.`,
    }) as Record<string, string>
  )[key]
/** Limits that return a message to the queue without an attempt. `key` names the limit. */
export const holdText = (key: string): string | undefined =>
  (
    ({
      throttled: t`The message waits for a sending rate.`,
      backed_off: t`The mail servers of their provider asked for a pause.`,
      warm_up: t`The sending domain is new, and the message waits for a later day of its warm-up.`,
      daily_limit: t`The message waits for tomorrow, because a daily limit is reached.`,
    }) as Record<string, string>
  )[key]
const machineText = (evidence: Evidence): string | undefined =>
  (
    ({
      head_request: t`The request asked for no content, as link checkers do.`,
      prefetch: t`The browser loaded it in advance.`,
      user_agent: t`It called itself a crawler, a scanner or a privacy proxy.`,
      before_delivery: t`It came before the mail server had accepted the message.`,
      trap_link: t`It followed a link that is hidden from view.`,
      burst: t`It followed several links within seconds.`,
      data_center: t`It came from the network of a data center.`,
    }) satisfies Record<Evidence, string>
  )[evidence]
export const earlierText = (key: string): string | undefined =>
  (({ sender_refused: t`An earlier attempt was refused because of the sender.` }) as Record<string, string>)[key]
