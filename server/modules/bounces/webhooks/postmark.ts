import { env } from '../../../env.ts'
import { type Json, object, parseJson, text, time } from '../../../lib/bytes/untyped-json.ts'
import { equalInConstantTime } from '../../../lib/crypto/crypto.ts'
import { Unverified } from '../../../lib/crypto/signed.ts'
import { permanentKind } from './permanent.ts'
import type { Fact, FactKind, Provider } from './provider.ts'

/** https://postmarkapp.com/developer/api/bounce-api#bounce-types. Other types are unrelated to the subscriber. */
const BOUNCE_TYPES: Record<string, FactKind> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  DnsError: 'soft',
  Undeliverable: 'soft',
  SpamNotification: 'blocked',
  VirusNotification: 'blocked',
  Blocked: 'blocked',
  DMARCPolicy: 'blocked',
  SpamComplaint: 'complaint',
  Unsubscribe: 'opt_out',
}

/** Postmark does not sign requests. The token is the password of basic authentication, or a bearer token. */
export const postmark: Provider = {
  name: 'postmark',
  isConfigured: () => env().BOUNCE_POSTMARK_TOKEN !== undefined,
  read({ body, header, now }): Fact[] {
    const [, scheme, value = ''] = /^(basic|bearer) ([\x21-\x7e]{1,1000})$/i.exec(header('authorization') ?? '') ?? []
    const given = scheme?.toLowerCase() === 'basic' ? passwordOf(value) : value
    if (!equalInConstantTime(given, env().BOUNCE_POSTMARK_TOKEN ?? ''))
      throw new Unverified('The password does not match')
    const event = object(parseJson(body))
    const address = text(event.Email) ?? text(event.Recipient)
    const kind = address && kindOf(event, address)
    if (!kind || !address) return []
    const { Metadata, ID, MessageID, From, BouncedAt, ChangedAt, Description, Details } = event
    return [
      {
        source_id:
          ID === undefined ? `${text(MessageID)} ${text(event.RecordType)} ${text(ChangedAt)}` : `bounce ${text(ID)}`,
        kind,
        at: time(BouncedAt ?? ChangedAt, now),
        address,
        mail_ref: text(object(Metadata).envoi),
        from: text(From),
        diagnostic: text(Details) || text(Description),
      },
    ]
  },
}

function kindOf(event: Json, address: string): FactKind | undefined {
  const { RecordType, Type, SuppressSending, SuppressionReason, Origin, Details, From } = event
  // Complaints and bounces also change the subscription, but have their own events.
  if (RecordType === 'SubscriptionChange')
    return SuppressSending === true && SuppressionReason === 'ManualSuppression' && Origin === 'Recipient'
      ? 'opt_out'
      : undefined
  if (RecordType !== 'Bounce' && RecordType !== 'SpamComplaint') return undefined
  const kind = Object.hasOwn(BOUNCE_TYPES, String(Type)) ? BOUNCE_TYPES[String(Type)] : undefined
  return kind === 'hard'
    ? permanentKind({
        address,
        texts: [text(Details)],
        is_unknown: Type === 'BadEmailAddress',
        clue: { from: text(From) },
      })
    : kind
}

function passwordOf(basic: string): string {
  const decoded = Buffer.from(basic, 'base64').toString('utf8')
  return decoded.slice(decoded.indexOf(':') + 1)
}
