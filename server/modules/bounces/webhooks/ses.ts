import { env } from '../../../env.ts'
import { type Json, object, objects, parseJson, text, time } from '../../../lib/bytes/untyped-json.ts'
import type { Fact, MessageClue, Provider } from './provider.ts'
import { sesBounceKind } from './ses-bounce.ts'
import { readSnsMessage } from './sns.ts'

/** Amazon SES over SNS: notifications of an identity, and events of a configuration set, which differ in one property. */
export const ses: Provider = {
  name: 'ses',
  isConfigured: () => env().BOUNCE_SES_TOPICS !== undefined,
  async read(webhook): Promise<Fact[]> {
    const message = await readSnsMessage(webhook, env().BOUNCE_SES_TOPICS ?? [])
    return message === null ? [] : factsOf(object(parseJson(Buffer.from(message))), webhook.now)
  },
}

/** Feedback types from receiving servers, not from subscribers. */
const NOT_BY_SUBSCRIBERS = new Set(['auth-failure', 'virus'])

export function factsOf(event: Json, now: Date): Fact[] {
  const type = text(event.notificationType) ?? text(event.eventType)
  const clue = clueOf(object(event.mail))
  if (type === 'Bounce') {
    const bounce = object(event.bounce)
    return objects(bounce.bouncedRecipients).flatMap((recipient) => {
      const address = text(recipient.emailAddress)
      if (!address) return []
      const [status, diagnostic] = [text(recipient.status), text(recipient.diagnosticCode)]
      const kind = sesBounceKind(
        { type: bounce.bounceType, sub_type: bounce.bounceSubType, address, clue },
        status,
        diagnostic,
      )
      if (!kind) return []
      const source_id = `${text(bounce.feedbackId)} ${address.toLowerCase()}`
      return [{ ...clue, source_id, kind, at: time(bounce.timestamp, now), address, status, diagnostic }]
    })
  }
  if (type === 'Complaint') {
    const complaint = object(event.complaint)
    // The message was not sent, because the address is on a list of SES.
    if (complaint.complaintSubType === 'OnAccountSuppressionList') return []
    const feedback = text(complaint.complaintFeedbackType) ?? ''
    if (NOT_BY_SUBSCRIBERS.has(feedback)) return []
    const kind = feedback === 'not-spam' ? 'not_spam' : 'complaint'
    return objects(complaint.complainedRecipients).flatMap((recipient) => {
      const address = text(recipient.emailAddress)
      if (!address) return []
      const source_id = `${text(complaint.feedbackId)} ${address.toLowerCase()}`
      return [{ ...clue, source_id, kind, at: time(complaint.timestamp, now), address }] as const
    })
  }
  return []
}

/** SES replaces the Message-ID. Tags and original headers are included if the topic or the configuration set has them. */
function clueOf(mail: Json): MessageClue {
  const headers = objects(mail.headers)
  const header = (name: string) => text(headers.find((one) => text(one.name)?.toLowerCase() === name)?.value)
  const tag = object(mail.tags).envoi
  return {
    message_id: header('message-id'),
    mail_ref: text(Array.isArray(tag) ? tag[0] : tag) ?? header('x-ses-message-tags')?.replace('envoi=', ''),
    return_path: text(mail.source),
    from: header('from') ?? text(mail.source),
  }
}
