import { serviceCtx, systemPool } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { countedFetch } from '../../../core/instance/outbound-calls.ts'
import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import { Unverified } from '../../../lib/crypto/signed.ts'
import { normalizeEmailAddress } from '../../../lib/text/email-address.ts'
import { readReturnPath } from '../../delivery/tracking/return-path.ts'
import type { MessageRef } from '../../delivery/tracking/tokens.ts'
import { countTokenUse } from '../../throttle/service.ts'
import { applyReports } from '../apply.ts'
import type { Report, ReportOutcome } from '../reports.ts'
import { generic } from './generic.ts'
import { mailgun } from './mailgun.ts'
import { postmark } from './postmark.ts'
import type { Fact, Provider, RawWebhook } from './provider.ts'
import { resend } from './resend.ts'
import { sendgrid } from './sendgrid.ts'
import { ses } from './ses.ts'

const intakeFetch: RawWebhook['fetch'] = (url, request) => countedFetch({ kind: 'bounce_intake' }, url, request)

const PROVIDERS = new Map<string, Provider>(
  [ses, postmark, mailgun, sendgrid, resend, generic].map((provider) => [provider.name, provider]),
)

/** Returns the provider with this name if its setting is set. */
export function findProvider(name: string): Provider | undefined {
  const provider = PROVIDERS.get(name)
  return provider?.isConfigured() ? provider : undefined
}

/** Returns the names of the providers whose settings are set. */
export const configuredProviders = (): string[] =>
  [...PROVIDERS.values()].filter((provider) => provider.isConfigured()).map(({ name }) => name)

/** Verifies a request and applies its facts. Returns the number of each outcome. Throws Unverified or Unreadable. */
export async function receiveWebhook(
  provider: Provider,
  webhook: Pick<RawWebhook, 'body' | 'header'> & Partial<Pick<RawWebhook, 'fetch'>>,
): Promise<Partial<Record<ReportOutcome, number>>> {
  const { now } = serviceCtx()
  const bindToken = (token: string) =>
    countTokenUse(serviceCtx(), { token: `${provider.name}:${token}`, content: sha256Hex(webhook.body) }).catch(
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'rate_limited')
          throw new Unverified('The token was used for another request')
        throw error
      },
    )
  const facts = await provider.read({ fetch: intakeFetch, bindToken, ...webhook, now: now() })
  if (facts.length === 0) return {}
  const counts: Partial<Record<ReportOutcome, number>> = {}
  for (const outcome of await applyReports(await reportsOf(provider, facts, now())))
    counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

async function reportsOf({ name }: Provider, facts: readonly Fact[], now: Date): Promise<Report[]> {
  const by_fact = await findMessages(facts, now)
  return facts.map((fact, at) => {
    const { source_id, kind, status, diagnostic } = fact
    const message = by_fact.get(at)
    return {
      source: name,
      source_id: source_id.slice(0, 500),
      kind,
      at: fact.at,
      address: normalizeEmailAddress(fact.address),
      names_recipient: true,
      ...(message && { delivery: message }),
      ...(status !== undefined && { status }),
      ...(diagnostic !== undefined && { diagnostic }),
      ...(message ? {} : { reason: 'The provider names no message of ours' }),
    }
  })
}

/**
 * Finds the message of each fact, by the fact's position. A message is identified by one of our ids, by the email and the address, or by
 * both addresses.
 */
async function findMessages(facts: readonly Fact[], now: Date): Promise<Map<number, MessageRef>> {
  const messages = new Map<number, MessageRef>()
  const searched: { at: number; account_id: number | null; mail_id: number | null; to: string; from: string | null }[] =
    []
  for (const [index, fact] of facts.entries()) {
    const ref = refOfMessageId(fact.message_id) ?? refOfReturnPath(fact.return_path, now)
    if (ref) {
      messages.set(index, ref)
      continue
    }
    const [, account, mail] = /^(\d{1,9})[.-](\d{1,9})$/.exec(fact.mail_ref ?? '') ?? []
    const [, from = null] = /<([^<>]*)>$/.exec(fact.from ?? '') ?? [undefined, fact.from ?? null]
    searched.push({
      at: index,
      account_id: account ? Number(account) : null,
      mail_id: mail ? Number(mail) : null,
      to: normalizeEmailAddress(fact.address),
      from: from && normalizeEmailAddress(from),
    })
  }
  if (searched.length === 0) return messages
  const { rows } = await systemPool().query<{ at: number } & MessageRef>(FIND, [JSON.stringify(searched)])
  for (const { at, ...ref } of rows) messages.set(at, ref)
  return messages
}

/** SQL of the messages. A From address selects its accounts and the latest message from it to the address. */
const FIND = `select f.at, d.account_id, d.mail_id, d.subscriber_id::float8 as subscriber_id
  from jsonb_to_recordset($1::jsonb) as f(at int, account_id int, mail_id int, "to" text, "from" text)
    join subscriber s on s.account_id = f.account_id and s.email_address = f."to"
    join delivery d on d.account_id = s.account_id and d.mail_id = f.mail_id and d.subscriber_id = s.id
  union all
  select f.at, l.account_id, l.mail_id, l.subscriber_id::float8
  from jsonb_to_recordset($1::jsonb) as f(at int, mail_id int, "to" text, "from" text)
    cross join lateral (
      select d.account_id, d.mail_id, d.subscriber_id
      from sending_address a
        join subscriber s on s.account_id = a.account_id and s.email_address = f."to"
        join delivery d on d.account_id = s.account_id and d.subscriber_id = s.id
      where a.email_address = f."from" and d.sent_at is not null order by d.sent_at desc limit 1
    ) l
  where f.mail_id is null`

/** Our Message-IDs contain the delivery: `<account.mail.subscriber@domain>`. The provider guarantees that it is authentic. */
function refOfMessageId(message_id: string | undefined): MessageRef | undefined {
  const [, account_id, mail_id, subscriber_id] =
    /^<?(\d{1,9})\.(\d{1,9})\.(\d{1,15})@[\w.-]{1,253}>?$/.exec(message_id?.trim() ?? '') ?? []
  if (!account_id || !mail_id || !subscriber_id) return undefined
  return { account_id: Number(account_id), mail_id: Number(mail_id), subscriber_id: Number(subscriber_id) }
}

function refOfReturnPath(address: string | undefined, now: Date): MessageRef | undefined {
  const ref = readReturnPath(address ?? '', { now })
  if (typeof ref === 'string') return undefined
  const { account_id, mail_id, subscriber_id } = ref
  return { account_id, mail_id, subscriber_id }
}
