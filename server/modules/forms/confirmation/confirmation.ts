import { type Ctx, type Source, serviceCtx, systemCtx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import type { Publisher } from '../../../lib/page/public-style.ts'
import { findPublisher } from '../../style/service.ts'
import type { State } from '../../subscribers/schema.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { recordConsent } from '../../subscribers/write/consent.ts'
import { countAttempt } from '../../throttle/service.ts'
import { FormSettings } from '../settings-schema.ts'
import { applyDetails, type ShownDetails, showDetails } from '../sign-up/details.ts'
import { type ConfirmationRef, readConfirmationToken } from './tokens.ts'

interface Pair {
  form_id: number
  subscriber_id: number
}

/**
 * Requests confirmation emails for inactive subscribers of forms with double opt-in and, with `new_sign_up`, for bounced ones of any form,
 * because only a confirmation shows that the mailbox works. With `must_confirm`, inactive subscribers of any form get one. Skips
 * subscribers whose last request is after `asked_before`. A job sends the emails.
 */
export async function requestConfirmations(
  tx: Tx,
  {
    pairs,
    asked_before = tx.now(),
    new_sign_up = false,
    must_confirm = false,
  }: { pairs: readonly Pair[]; asked_before?: Date; new_sign_up?: boolean; must_confirm?: boolean },
): Promise<void> {
  if (pairs.length === 0) return
  const requested = await tx.sql.run(
    `insert into confirmation as c (account_id, form_id, subscriber_id, requested_at, next_attempt_at)
     select distinct $1::int, f.id, s.id, $3::timestamptz, $3::timestamptz
     from jsonb_to_recordset($2::jsonb) as p(form_id int, subscriber_id bigint)
       join form f on f.account_id = $1 and f.id = p.form_id
       join subscriber s on s.account_id = $1 and s.id = p.subscriber_id
         and ((s.state = 'inactive' and (f.double_opt_in or $6)) or (s.state = 'bounced' and $5))
     order by 2, 3
     on conflict (account_id, form_id, subscriber_id) do update
       set requested_at = excluded.requested_at, next_attempt_at = excluded.next_attempt_at, attempts = 0, sent_at = null,
         error = null
       where c.requested_at <= $4::timestamptz`,
    [JSON.stringify(pairs), tx.now(), asked_before, new_sign_up, must_confirm],
  )
  if (requested > 0) tx.emit('form.confirmations_requested', {})
}

/** Data for the page of a confirmation link. */
export interface ConfirmationView {
  account_name: string
  /** Null: the subscriber was deleted. */
  state: State | null
  /** True if there is something to confirm. */
  is_asked: boolean
  settings: FormSettings
  publisher: Publisher
  /** Details entered since, which the confirmation saves. */
  details: ShownDetails | null
}

/** Returns undefined for an invalid link. Changes nothing, because email scanners open links too. */
export async function findConfirmation(token: string): Promise<ConfirmationView | undefined> {
  const ref = readConfirmationToken(token)
  return ref && readConfirmation(ref)
}

/**
 * Activates an inactive subscriber, or a bounced one who signed up again, and stores the proof (L3). Saves the details whose digest the
 * page sent. Repeating it changes nothing, and does not resubscribe someone who unsubscribed. Throws rate_limited.
 */
export async function confirm(
  token: string,
  { source, details }: { source: Source; details?: string | undefined },
): Promise<ConfirmationView | undefined> {
  await countAttempt(serviceCtx(), { attempt: 'confirmation_link', source })
  const ref = readConfirmationToken(token)
  if (!ref) return undefined
  const { account_id, form_id, subscriber_id } = ref
  await write(systemCtx(account_id), async (tx) => {
    const { is_asked, state } = (await readConfirmation(ref, tx)) ?? {}
    if (!is_asked) return
    const transition = state === 'bounced' ? 'restore' : 'confirm'
    const moved = await changeState(tx, { ids: [subscriber_id], transition, cause: 'confirmation' })
    if (moved.length === 0) return
    const form = await tx.db.form.findFirst({ where: { id: form_id }, select: { settings: true } })
    await tx.db.confirmation.updateMany({
      where: { form_id, subscriber_id },
      data: { confirmed_at: tx.now(), next_attempt_at: null },
    })
    const text = FormSettings.parse(form?.settings ?? {}).consent_text || null
    await recordConsent(tx, { subscriber_id, source: 'double_opt_in', text, form_id, ip: source.ip })
    await applyDetails(tx, { form_id, subscriber_id, digest: details })
  })
  return readConfirmation(ref)
}

async function readConfirmation(
  { account_id, form_id, subscriber_id }: ConfirmationRef,
  ctx: Ctx = systemCtx(account_id),
): Promise<ConfirmationView | undefined> {
  const row = await ctx.sql.one<
    Omit<ConfirmationView, 'settings' | 'details' | 'publisher'> & { settings: unknown; details: unknown }
  >(
    `select a.name as account_name, s.state::text, f.settings, c.details,
       coalesce(s.state = 'inactive' or (s.state = 'bounced' and c.requested_at >= (select max(x.occurred_at) from state_change x
         where x.account_id = $1 and x.subscriber_id = $2 and x.to_state = 'bounced')), false) as is_asked
     from account a
     left join subscriber s on s.account_id = a.id and s.id = $2
     left join form f on f.account_id = a.id and f.id = $3
     left join confirmation c on c.account_id = a.id and c.form_id = f.id and c.subscriber_id = s.id
     where a.id = $1`,
    [subscriber_id, form_id],
  )
  if (!row) return undefined
  const { settings, details, ...confirmer } = row
  return {
    ...confirmer,
    settings: FormSettings.parse(settings ?? {}),
    publisher: await findPublisher(ctx),
    details: await showDetails(ctx, details),
  }
}
