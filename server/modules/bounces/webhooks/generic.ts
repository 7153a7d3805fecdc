import { env } from '../../../env.ts'
import { type Json, object, objects, parseJson, text, time, Unreadable } from '../../../lib/bytes/untyped-json.ts'
import { requireHmac, requireRecent } from '../../../lib/crypto/signed.ts'
import { permanentKind } from './permanent.ts'
import type { Fact, FactKind, Provider } from './provider.ts'

const MAX_MS = 5 * 60_000
const MAX_EVENTS = 1_000
const KINDS: Record<string, FactKind> = {
  hard_bounce: 'hard',
  soft_bounce: 'soft',
  complaint: 'complaint',
  unsubscribe: 'opt_out',
  not_spam: 'not_spam',
}

/** For every other provider and for scripts. Signed like our own webhooks (contract 9.2). */
export const generic: Provider = {
  name: 'generic',
  isConfigured: () => env().BOUNCE_WEBHOOK_SECRET !== undefined,
  read({ body, header, now }): Fact[] {
    const parts = (header('x-service-signature') ?? '').slice(0, 1_000).split(',')
    const value = (name: string) =>
      parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []))
    const [timestamp = ''] = value('t')
    requireHmac(env().BOUNCE_WEBHOOK_SECRET ?? '', [`${timestamp}.`, body], value('v1'), 'hex')
    requireRecent(timestamp, now, MAX_MS)
    const { events } = object(parseJson(body))
    if (!Array.isArray(events) || events.length > MAX_EVENTS)
      throw new Unreadable(`Send {"events": [...]} with at most ${MAX_EVENTS} events`)
    return objects(events).map((event, at) => {
      const [id, address, type] = [text(event.id), text(event.email_address), text(event.type) ?? '']
      const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
      if (!id || !address || !kind)
        throw new Unreadable(
          `Event ${at + 1} needs id, email_address and type, which is one of ${Object.keys(KINDS).join(', ')}`,
        )
      return {
        source_id: id.slice(0, 200),
        kind: kind === 'hard' ? hardKind(event, address) : kind,
        at: time(event.occurred_at, now),
        address,
        message_id: text(event.message_id),
        return_path: text(event.return_path),
        from: text(event.from),
        status: text(event.status),
        diagnostic: text(event.diagnostic),
      }
    })
  },
}

/** `hard_bounce` means that the address does not exist (docs/bounce-webhooks.md). A status or a diagnostic has to confirm this. */
const hardKind = ({ status, diagnostic, from, return_path }: Json, address: string): FactKind =>
  permanentKind({
    address,
    texts: [text(status), text(diagnostic)],
    is_unknown: !text(status)?.trim() && !text(diagnostic)?.trim(),
    clue: { from: text(from), return_path: text(return_path) },
  })
