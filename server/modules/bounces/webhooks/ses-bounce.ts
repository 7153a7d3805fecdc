import { type Permanent, permanentKind } from './permanent.ts'
import type { FactKind } from './provider.ts'

// https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types. Resend passes on the same types.

/** Transient bounces caused by the message. Another message to the same address may be delivered. */
const ABOUT_THE_MESSAGE = new Set(['MessageTooLarge', 'ContentRejected', 'AttachmentRejected'])

/**
 * Classifies a bounce of SES. `NoEmail` is its category for addresses that do not exist. `General` gives no reason, and `Suppressed` and
 * `OnAccountSuppressionList` are lists of earlier permanent bounces of any reason. `texts` are the status and the server's text, if there
 * is a delivery status notification. Undefined if it may be an automatic reply: SES reports these as transient and general, and only a
 * bounce has a status.
 */
export function sesBounceKind(
  { type, sub_type, address, clue }: { type: unknown; sub_type: unknown; address: string } & Pick<Permanent, 'clue'>,
  ...texts: readonly (string | undefined)[]
): FactKind | undefined {
  if (type === 'Permanent')
    return sub_type === 'UnsubscribedRecipient'
      ? 'opt_out'
      : permanentKind({ address, texts, is_unknown: sub_type === 'NoEmail', ...(clue && { clue }) })
  if (ABOUT_THE_MESSAGE.has(String(sub_type))) return 'blocked'
  if (type === 'Transient' && sub_type === 'General' && !texts.some(Boolean)) return undefined
  return 'soft'
}
