import { recordEntries } from '../../core/audit/entries.ts'
import { serviceCtx, systemCtx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import { env } from '../../env.ts'
import { requireStandardWebhook } from '../../lib/crypto/standard-webhooks.ts'
import { changePlan } from '../accounts/plans/plans.ts'
import { BillingEvent, type BillingOutcome } from './schema.ts'

/** Tolerated lead of the processor's clock, in milliseconds. */
const AHEAD_MS = 5 * 60_000

interface Signed {
  body: Buffer
  header: (name: string) => string | undefined
}

/** Returns whether a payment processor is connected. */
export const hasBilling = (): boolean => env().BILLING_WEBHOOK_SECRET !== undefined

/**
 * Verifies an event before parsing it, and applies it once. Throws Unverified, and invalid for malformed events, which can be corrected and
 * sent again.
 */
export async function receiveBillingEvent({ body, header }: Signed): Promise<BillingOutcome> {
  const now = serviceCtx().now()
  const id = requireStandardWebhook(env().BILLING_WEBHOOK_SECRET ?? '', { body, header, now })
  const { occurred_at, data } = read(body)
  if (+occurred_at > +now + AHEAD_MS) throw invalid('occurred_at must not be in the future')
  return applyEvent(id, occurred_at, data)
}

function read(body: Buffer): BillingEvent {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw invalid('The body is not JSON')
  }
  const event = BillingEvent.safeParse(value)
  if (!event.success) throw invalid([...new Set(event.error.issues.map(({ message }) => message))])
  return event.data
}

const applyEvent = (
  id: string,
  occurred_at: Date,
  { account_id, ...input }: BillingEvent['data'],
): Promise<BillingOutcome> =>
  write(systemCtx(account_id), async (tx) => {
    // Makes concurrent events of an account wait for each other.
    const account = await tx.sql.one<{ billing_changed_at: Date | null }>(
      'select billing_changed_at from account where id = $1 for no key update',
    )
    if (!account) throw invalid(`account_id names no account: ${account_id}`)
    const isOutdated = account.billing_changed_at !== null && account.billing_changed_at > occurred_at
    const outcome = isOutdated ? 'outdated' : 'applied'
    const recorded = await tx.sql.run(
      `insert into billing_event (id, account_id, occurred_at, received_at, outcome) values ($2, $1, $3, $4, $5)
       on conflict (id) do nothing`,
      [id, occurred_at, tx.now(), outcome],
    )
    if (recorded === 0) return 'repeated'
    if (isOutdated) return outcome
    const { name, before, after } = await changePlan(tx, input, { billing_changed_at: occurred_at })
    await recordEntries(tx, [
      { action: 'plan_set', details: { account: name, plan: after.plan_type, billing_event: id, before, after } },
    ])
    return outcome
  })

/** Kept longer than any processor repeats an event. */
export const EXPIRED_BILLING_EVENTS: readonly Expired[] = [
  { table: 'billing_event', where: 'received_at < $1', kept_days: 100 },
]
