import { env } from '../../../env.ts'
import { type Json, object, parseJson, text, time } from '../../../lib/bytes/untyped-json.ts'
import { requireStandardWebhook } from '../../../lib/crypto/standard-webhooks.ts'
import type { Fact, FactKind, Provider } from './provider.ts'
import { sesBounceKind } from './ses-bounce.ts'

/** Svix signs id, timestamp and body, with the base64 key after `whsec_`. Retries have new signatures. */
export const resend: Provider = {
  name: 'resend',
  isConfigured: () => env().BOUNCE_RESEND_SECRET !== undefined,
  read({ body, header, now }): Fact[] {
    const either = (name: string) => header(name.replace('webhook-', 'svix-')) ?? header(name)
    const id = requireStandardWebhook(env().BOUNCE_RESEND_SECRET ?? '', { body, header: either, now })
    const { type, created_at, data } = object(parseJson(body))
    const { to, from, bounce, tags, message_id } = object(data)
    if (!Array.isArray(to)) return []
    return to.flatMap((recipient) => {
      const address = text(recipient)
      const kind = address && kindOf(type, object(bounce), { address, from: text(from) })
      if (!address || !kind) return []
      return [
        {
          source_id: `${id} ${address.toLowerCase()}`,
          kind,
          at: time(created_at, now),
          address,
          message_id: text(message_id),
          mail_ref: text(object(tags).envoi),
          from: text(from),
          diagnostic: diagnosticOf(object(bounce)) ?? text(object(bounce).message),
        },
      ]
    })
  },
}

function kindOf(
  type: unknown,
  bounce: Json,
  { address, from }: { address: string; from: string | undefined },
): FactKind | undefined {
  if (type === 'email.complained') return 'complaint'
  if (type !== 'email.bounced') return undefined
  const { type: bounce_type, subType: sub_type, message } = bounce
  const said = { type: bounce_type, sub_type, address, clue: { from } }
  const diagnostic = diagnosticOf(bounce)
  // The message describes the type, with the same words for each bounce, and may quote a status.
  if (bounce_type === 'Permanent') return sesBounceKind(said, diagnostic, text(message))
  return sesBounceKind(said, diagnostic)
}

/** Returns the text of the receiving server, from a list of texts or a single text. */
const diagnosticOf = ({ diagnosticCode }: Json): string | undefined =>
  Array.isArray(diagnosticCode) ? text(diagnosticCode[0]) : text(diagnosticCode)
