import { env } from '../../../env.ts'
import { object, parseJson, text, time } from '../../../lib/bytes/untyped-json.ts'
import { requireHmac, requireRecent, Unverified } from '../../../lib/crypto/signed.ts'
import { permanentKind } from './permanent.ts'
import type { Fact, FactKind, Provider } from './provider.ts'

/** Mailgun retries for eight hours. Older events are rejected, and a repeated event within this time changes nothing. */
const MAX_MS = 12 * 3_600_000

/**
 * Mailgun signs a timestamp and a token, not the event, so the signature only proves that a request once came from Mailgun: anyone who read
 * it could send another event with it. So a token is valid only with the first body. The three values are in the body; they are read before
 * the event, and nothing else is.
 */
export const mailgun: Provider = {
  name: 'mailgun',
  isConfigured: () => env().BOUNCE_MAILGUN_KEY !== undefined,
  async read({ body, now, bindToken }): Promise<Fact[]> {
    const { signature, 'event-data': data } = object(parseJson(body))
    const { timestamp, token, signature: given } = object(signature)
    const [at, nonce] = [text(timestamp) ?? '', text(token) ?? '']
    if (nonce.length > 100) throw new Unverified('The token is too long')
    requireHmac(env().BOUNCE_MAILGUN_KEY ?? '', [at, nonce], [text(given) ?? ''], 'hex')
    requireRecent(at, now, MAX_MS)
    await bindToken(nonce)
    const event = object(data)
    const kind = kindOf(event)
    const address = text(event.recipient)
    const id = text(event.id)
    if (!kind || !address || !id) return []
    const headers = object(object(event.message).headers)
    const status = object(event['delivery-status'])
    return [
      {
        source_id: id,
        kind,
        at: time(event.timestamp, now),
        address,
        message_id: text(headers['message-id']),
        mail_ref: text(object(event['user-variables']).envoi),
        return_path: text(object(event.envelope).sender),
        from: text(headers.from),
        status: text(status['enhanced-code']) || text(status.code),
        diagnostic: text(status.message) || text(status.description) || text(event.reason),
      },
    ]
  },
}

function kindOf(event: Record<string, unknown>): FactKind | undefined {
  if (event.event === 'complained') return 'complaint'
  if (event.event === 'unsubscribed') return 'opt_out'
  if (event.event !== 'failed' || event.severity !== 'permanent') return undefined
  const reason = text(event.reason)
  // Mailgun's own list contains every address with an earlier permanent failure, whatever the reason.
  if (reason?.startsWith('suppress-')) return reason === 'suppress-bounce' ? 'soft' : undefined
  // `old`: Mailgun stopped retrying. `espblock`: the receiver refuses the sender.
  if (reason === 'old') return 'soft'
  if (reason === 'espblock') return 'blocked'
  const status = object(event['delivery-status'])
  const texts = [text(status['enhanced-code']), text(status.message), text(status.description)]
  const clue = {
    from: text(object(object(event.message).headers).from),
    return_path: text(object(event.envelope).sender),
  }
  return permanentKind({ address: text(event.recipient) ?? '', texts, clue })
}
