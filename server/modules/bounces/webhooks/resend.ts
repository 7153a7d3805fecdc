import { env } from '../../../env.ts'
import { object, parseJson, text, time } from './json.ts'
import { permanentKind } from './permanent.ts'
import { type Fact, type FactKind, type Provider, Unverified } from './provider.ts'
import { requireHmac, requireRecent } from './signed.ts'

const MOST_MS = 5 * 60_000

/** Svix signs id, timestamp and body, with a key in base64 after `whsec_`. Retries are signed again. */
export const resend: Provider = {
  name: 'resend',
  isConfigured: () => env().BOUNCE_RESEND_SECRET !== undefined,
  read({ body, header, now }): Fact[] {
    const id = header('svix-id') ?? header('webhook-id') ?? ''
    const timestamp = header('svix-timestamp') ?? header('webhook-timestamp')
    const signatures = (header('svix-signature') ?? header('webhook-signature') ?? '').split(' ')
    if (!/^[\w.-]{1,200}$/.test(id)) throw new Unverified('The id is missing')
    const key = Buffer.from((env().BOUNCE_RESEND_SECRET ?? '').replace(/^whsec_/, ''), 'base64')
    const given = signatures.flatMap((signature) => (signature.startsWith('v1,') ? [signature.slice(3)] : []))
    requireHmac(key, [`${id}.${timestamp}.`, body], given, 'base64')
    requireRecent(timestamp, now, MOST_MS)
    const { type, created_at, data } = object(parseJson(body))
    const { to, from, bounce, tags, message_id } = object(data)
    const kind = kindOf(type, object(bounce))
    if (!kind || !Array.isArray(to)) return []
    return to.flatMap((recipient) => {
      const address = text(recipient)
      if (!address) return []
      return [
        {
          source_id: `${id} ${address.toLowerCase()}`,
          kind,
          at: time(created_at, now),
          address,
          message_id: text(message_id),
          mail_ref: text(object(tags).envoi),
          from: text(from),
          diagnostic: text(object(bounce).message),
        },
      ]
    })
  },
}

function kindOf(type: unknown, { type: bounce_type, message }: Record<string, unknown>): FactKind | undefined {
  if (type === 'email.complained') return 'complaint'
  if (type !== 'email.bounced') return undefined
  return bounce_type === 'Permanent' ? permanentKind(text(message)) : 'soft'
}
