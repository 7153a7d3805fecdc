import { env } from '../../../env.ts'
import { type Json, objects, parseJson, text, time } from '../../../lib/bytes/untyped-json.ts'
import { requireEcdsa, requireRecent } from '../../../lib/crypto/signed.ts'
import { permanentKind } from './permanent.ts'
import type { Fact, FactKind, Provider } from './provider.ts'

/** SendGrid retries for a day. */
const MAX_MS = 25 * 3_600_000

/** The signature is ECDSA over the timestamp and the body. A body contains many events. */
export const sendgrid: Provider = {
  name: 'sendgrid',
  isConfigured: () => env().BOUNCE_SENDGRID_PUBLIC_KEY !== undefined,
  read({ body, header, now }): Fact[] {
    const timestamp = header('x-twilio-email-event-webhook-timestamp')
    const signed = Buffer.concat([Buffer.from(timestamp ?? ''), body])
    requireEcdsa(env().BOUNCE_SENDGRID_PUBLIC_KEY ?? '', signed, header('x-twilio-email-event-webhook-signature'))
    requireRecent(timestamp, now, MAX_MS)
    return objects(parseJson(body)).flatMap((event) => {
      const kind = kindOf(event)
      const address = text(event.email)
      const source_id = text(event.sg_event_id)
      if (!kind || !address || !source_id) return []
      return [
        {
          source_id,
          kind,
          at: time(event.timestamp, now),
          address,
          message_id: text(event['smtp-id']),
          mail_ref: text(event.envoi),
          status: text(event.status),
          diagnostic: text(event.reason) ?? text(event.response),
        },
      ]
    })
  },
}

/** Bounce classifications that concern the sender, the content or the server. */
const NOT_THE_ADDRESS = new Set([
  'Frequency or Volume Too High',
  'Reputation',
  'Content',
  'Technical Failure',
  'Technical',
])

function kindOf(event: Json): FactKind | undefined {
  switch (event.event) {
    case 'spamreport':
      return 'complaint'
    case 'unsubscribe':
    case 'group_unsubscribe':
      return 'opt_out'
    case 'bounce': {
      const of_class = text(event.bounce_classification) ?? ''
      if (of_class === 'Mailbox Unavailable') return 'soft'
      if (event.type === 'blocked' || NOT_THE_ADDRESS.has(of_class)) return 'blocked'
      const texts = [text(event.status), text(event.reason) ?? text(event.response)]
      return permanentKind({ address: text(event.email) ?? '', texts, is_unknown: of_class === 'Invalid Address' })
    }
    case 'dropped':
      return droppedKind(text(event.reason) ?? '')
    default:
      return undefined
  }
}

/**
 * Classifies drops because of SendGrid's own lists. The list of bounced addresses contains every address with an earlier bounce, whatever
 * the reason. The other reasons repeat an earlier report, or concern the message ("Invalid SMTPAPI header").
 */
function droppedKind(reason: string): FactKind | undefined {
  if (/^invalid$/i.test(reason)) return 'hard'
  return /^bounced address$/i.test(reason) ? 'soft' : undefined
}
