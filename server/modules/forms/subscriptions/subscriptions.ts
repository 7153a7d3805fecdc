import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { subscribedEventTypes } from '../../../core/events/events.ts'
import type { Page, PageQuery } from '../../../core/page/page.ts'
import { iso, type Saved } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { type Utm, utmOf } from '../../../lib/text/utm.ts'
import { requireByAddress } from '../../subscribers/list/by-address.ts'
import { listMembers } from '../../subscribers/list/members.ts'
import type { MemberFilter } from '../../subscribers/schema.ts'
import { getSubscriber } from '../../subscribers/service.ts'
import { readSubscribers } from '../../subscribers/view.ts'
import { lockedAgainstDeletion } from '../../subscribers/write/lock.ts'
import { requestConfirmations } from '../confirmation/confirmation.ts'
import type { FormAddition, FormAdditionByAddress, FormSubscriber } from '../schema.ts'
import { formData, getForm, getUntrashedForm } from '../service.ts'
import { emitFollowUps, HAS_FOLLOW_UP } from '../sign-up/follow-up.ts'

const ADDED = {
  name: 'form_subscribers',
  from: 'form_subscription x',
  owner: 'form_id',
  added_at: 'added_at',
  // The referrer of the sign-up on this form. A subscriber's own referrer belongs to their first sign-up.
  details: {
    columns: `x.referrer as form_referrer, x.utm_source as form_utm_source, x.utm_medium as form_utm_medium,
      x.utm_campaign as form_utm_campaign, x.utm_term as form_utm_term, x.utm_content as form_utm_content`,
    view: `t.form_referrer as referrer,
      json_build_object('source', t.form_utm_source, 'medium', t.form_utm_medium, 'campaign', t.form_utm_campaign,
        'term', t.form_utm_term, 'content', t.form_utm_content) as referrer_utm_parameters`,
  },
} as const

/** Lists the subscribers of a form, last added first. Throws not_found. */
export async function listFormSubscribers(
  ctx: Ctx,
  { form_id, ...query }: MemberFilter & PageQuery & { form_id: number },
): Promise<Page<FormSubscriber>> {
  await getForm(ctx, { id: form_id })
  return listMembers<FormSubscriber>(ctx, ADDED, { ...query, owner_id: form_id })
}

interface Pair {
  form_id: number
  subscriber_id: number
}

export interface Addition extends Pair {
  referrer?: string | null
  /** The UTM parameters, when not taken from the referrer. */
  utm?: Utm
  /** Tags for the checkboxes that were ticked. */
  tag_ids?: readonly number[]
}

export interface FormSubscription extends Pair {
  added_at: Date
  referrer: string | null
  utm: Utm
  created: boolean
}

/**
 * Adds subscribers to forms with a few statements. Existing subscriptions do not change. The result omits pairs whose form (also one in
 * the trash) or subscriber does not exist. States and attribution do not change; inactive subscribers who are new on a form with double
 * opt-in are asked to confirm. With `follow_up`, new subscriptions get the form's tags and sequences, inactive ones once they are active.
 */
export function addToForms(
  ctx: Ctx,
  { additions, follow_up = true }: { additions: readonly Addition[]; follow_up?: boolean },
): Promise<FormSubscription[]> {
  return write(ctx, async (tx) => {
    const rows = JSON.stringify(additions.map(additionRow))
    const new_pairs = await tx.sql.rows<Pair & { follow_up_due: boolean }>(
      `with locked as materialized (
         ${lockedAgainstDeletion(`select subscriber_id from ${ADDITIONS}`)}
       )
       insert into form_subscription (account_id, form_id, subscriber_id, added_at, referrer, utm_source, utm_medium,
         utm_campaign, utm_term, utm_content, ticked_tag_ids, follow_up_due)
       select distinct on (f.id, s.id) $1::int, f.id, s.id, $3::timestamptz, p.referrer, p.utm_source, p.utm_medium,
         p.utm_campaign, p.utm_term, p.utm_content, p.tag_ids, $4 and (${HAS_FOLLOW_UP} or cardinality(p.tag_ids) > 0)
       from ${ADDITIONS} join form f on f.account_id = $1 and f.id = p.form_id and f.status <> 'trashed'
         join locked s on s.id = p.subscriber_id
       order by f.id, s.id, p.place
       on conflict (account_id, form_id, subscriber_id) do nothing
       returning form_id, subscriber_id, follow_up_due`,
      [rows, tx.now(), follow_up],
    )
    emitFollowUps(
      tx,
      new_pairs.flatMap(({ follow_up_due, subscriber_id }) => (follow_up_due ? [subscriber_id] : [])),
    )
    await emitAdditions(tx, new_pairs)
    await requestConfirmations(tx, { pairs: new_pairs })
    const created = new Set(new_pairs.map(pairKey))
    const all = await tx.sql.rows<Omit<FormSubscription, 'created'>>(
      `select distinct on (x.form_id, x.subscriber_id) x.form_id, x.subscriber_id, x.added_at, x.referrer,
         jsonb_build_object('source', x.utm_source, 'medium', x.utm_medium, 'campaign', x.utm_campaign, 'term', x.utm_term,
           'content', x.utm_content) as utm
       from ${ADDITIONS} join form f on f.account_id = $1 and f.id = p.form_id and f.status <> 'trashed'
         join form_subscription x on x.account_id = $1 and x.form_id = f.id and x.subscriber_id = p.subscriber_id`,
      [rows],
    )
    return all.map((row) => ({ ...row, created: created.has(pairKey(row)) }))
  })
}

/** Throws not_found for an unknown subscriber, and for a form that is unknown or in the trash. */
export async function addToForm(
  ctx: Ctx,
  { form_id, id, referrer }: FormAddition & { form_id: number; id: number },
): Promise<Saved<FormSubscriber>> {
  const [added] = await addToForms(ctx, { additions: [{ form_id, subscriber_id: id, referrer: referrer ?? null }] })
  const subscriber = added && (await readSubscribers(ctx, [id])).get(id)
  if (!subscriber) throw notFound()
  const { added_at, created, utm } = added
  return {
    value: { ...subscriber, added_at: iso(added_at), referrer: added.referrer, referrer_utm_parameters: utm },
    created,
  }
}

/** Throws not_found when `addToForm` would. */
export async function checkAddition(ctx: Ctx, { form_id, id }: { form_id: number; id: number }): Promise<void> {
  await getUntrashedForm(ctx, { id: form_id })
  await getSubscriber(ctx, { id })
}

/** Adds by email address. The subscriber must exist. */
export async function addByAddress(
  ctx: Ctx,
  { form_id, email_address, referrer }: FormAdditionByAddress & { form_id: number },
): Promise<Saved<FormSubscriber>> {
  await getUntrashedForm(ctx, { id: form_id })
  const id = await requireByAddress(ctx, { email_address, purpose: 'add subscriber to form' })
  return addToForm(ctx, { form_id, id, referrer })
}

const ADDITIONS = `jsonb_to_recordset($2::jsonb) as p(place int, form_id int, subscriber_id bigint, referrer text,
  utm_source text, utm_medium text, utm_campaign text, utm_term text, utm_content text, tag_ids int[])`

/** One row of ADDITIONS. If two additions have the same subscriber and form, the first counts. */
function additionRow(
  { form_id, subscriber_id, referrer = null, utm = utmOf(referrer), tag_ids = [] }: Addition,
  place: number,
) {
  const { source, medium, campaign, term, content } = utm
  return {
    place,
    form_id,
    subscriber_id,
    referrer,
    utm_source: source,
    utm_medium: medium,
    utm_campaign: campaign,
    utm_term: term,
    utm_content: content,
    tag_ids,
  }
}

const pairKey = ({ form_id, subscriber_id }: Pair) => `${form_id}:${subscriber_id}`

async function emitAdditions(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0 || subscribedEventTypes(tx, ['subscriber.subscribed_to_form']).size === 0) return
  const subscribers = await readSubscribers(tx, [...new Set(pairs.map(({ subscriber_id }) => subscriber_id))])
  const rows = await tx.db.form.findMany({ where: { id: { in: pairs.map(({ form_id }) => form_id) } } })
  const forms = new Map(rows.map((row) => [row.id, formData(row)]))
  for (const { form_id, subscriber_id } of pairs) {
    const [subscriber, form] = [subscribers.get(subscriber_id), forms.get(form_id)]
    if (subscriber && form) tx.emit('subscriber.subscribed_to_form', { subscriber, form })
  }
}

/** Removes a subscriber, who need not be on the form. Throws not_found for an unknown form or subscriber. */
export async function removeFromForm(ctx: Ctx, { form_id, id }: { form_id: number; id: number }): Promise<void> {
  await checkAddition(ctx, { form_id, id })
  await write(ctx, (tx) => removeFromForms(tx, { pairs: [{ form_id, subscriber_id: id }] }))
}

/** Removes subscribers from forms, and deletes their pending confirmations. */
export async function removeFromForms(tx: Tx, { pairs }: { pairs: readonly Pair[] }): Promise<void> {
  if (pairs.length === 0) return
  await tx.sql.run(
    `with pair as materialized (select * from unnest($2::int[], $3::bigint[]) as pair(form_id, subscriber_id)),
       unconfirmed as (delete from confirmation c using pair p where c.account_id = $1 and c.form_id = p.form_id
         and c.subscriber_id = p.subscriber_id and c.confirmed_at is null)
     delete from form_subscription f using pair p
     where f.account_id = $1 and f.form_id = p.form_id and f.subscriber_id = p.subscriber_id`,
    [pairs.map(({ form_id }) => form_id), pairs.map(({ subscriber_id }) => subscriber_id)],
  )
}
