import type { Actor, Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { isoSql, type Saved } from '../../core/wire.ts'
import { isConflict } from '../../db/errors.ts'
import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import { t } from '../../lib/locale/texts.ts'
import { parseEmailAddress } from '../../lib/text/email-address.ts'
import type {
  FieldValues,
  Subscriber,
  SubscriberChange,
  SubscriberDetail,
  SubscriberInput,
  SubscriberProfile,
} from './schema.ts'
import { overLimit } from './state/counts.ts'
import { changeState, unsubscribeOne } from './state/state.ts'
import { INCLUDE_SQL, locationSql, ONE_SUBSCRIBER_COLUMNS, readSubscribers } from './view.ts'
import { changeSubscribers } from './write/change.ts'
import { ownerAddressSql } from './write/consent.ts'
import { changeOne, createOne, type OneResult } from './write/one-statement.ts'
import { type Origin, upsertSubscribers } from './write/upsert.ts'

/** More values than this in one API request are written by a job: contract 4. */
const MAX_FIELDS_IN_REQUEST = 10

/** Creates the subscriber, or changes the one with the address, whose state stays. Throws forbidden above the plan's limit. */
export async function upsertSubscriber(
  ctx: Ctx,
  { consent_text, ...input }: SubscriberInput & { consent_text?: string | null },
): Promise<Saved<Subscriber>> {
  const queue = isQueued(ctx.actor, input.fields)
  const origin = originOf(ctx.actor, consent_text)
  const email_address = parseEmailAddress(input.email_address)
  if (!email_address) throw invalid('Email address is invalid')
  for (let changed: OneResult | undefined; !queue && changed?.outcome !== 'queued'; ) {
    const created = await createOne(ctx, { ...input, email_address, origin })
    if ('subscriber' in created) return saved(created.subscriber, { created: true, given: input.fields })
    changed = await changeOne(ctx, { address: email_address }, input)
    if ('subscriber' in changed) return saved(changed.subscriber, { given: input.fields })
    // Otherwise the subscriber was deleted between the two statements.
    if (changed.outcome === 'missing' && created.outcome === 'over_limit') throw overLimit()
  }
  const [result] = await upsertSubscribers(ctx, { items: [{ ...input, queue }], origin })
  if (!result || result.outcome === 'invalid') throw invalid(result?.errors ?? 'Email address is invalid')
  const created = result.outcome === 'created'
  return saved(await readSubscriber(ctx, result.id), { created, accepted: queue, given: input.fields })
}

/** Changes only the given properties. Throws not_found, or invalid if another subscriber has the address. */
export async function updateSubscriber(
  ctx: Ctx,
  { id, ...change }: SubscriberChange & { id: number },
): Promise<Saved<Subscriber>> {
  const queue = isQueued(ctx.actor, change.fields)
  try {
    // A changed address is recorded, which the statement for one subscriber does not.
    const isSet = queue || change.email_address !== undefined
    const one = isSet ? undefined : await changeOne(ctx, { id }, change)
    if (one && 'subscriber' in one) return saved(one.subscriber, { given: change.fields })
    if (one?.outcome !== 'missing') await changeSubscribers(ctx, { changes: [{ id, ...change, queue }] })
  } catch (error) {
    throw isConflict(error) ? invalid('Email address has already been taken') : error
  }
  return saved(await readSubscriber(ctx, id), { accepted: queue, given: change.fields })
}

export async function getSubscriber(ctx: Ctx, { id }: { id: number }): Promise<SubscriberDetail> {
  return readOne<SubscriberDetail>(ctx, id, `${INCLUDE_SQL.canceled_at}, ${locationSql()} as location`)
}

/** Returns what the dashboard's page of one subscriber shows, except the history. */
export async function getSubscriberProfile(ctx: Ctx, { id }: { id: number }): Promise<SubscriberProfile> {
  return readOne<SubscriberProfile>(
    ctx,
    id,
    `${INCLUDE_SQL.canceled_at}, ${locationSql()} as location, ${INCLUDE_SQL.attribution},
     ${isoSql('t.updated_at')} as updated_at, t.queued_fields is not null as has_queued_fields, not t.tracking_disabled as is_tracked,
     ${ownerAddressSql('t')} as owner_address,
     (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'tagged_at', ${isoSql('x.tagged_at')})
        order by x.tagged_at desc, x.id desc), '[]')
      from tagging x join tag g on g.account_id = x.account_id and g.id = x.tag_id
      where x.account_id = t.account_id and x.subscriber_id = t.id) as tags,
     (select coalesce(json_agg(json_build_object('source', c.source, 'text', c.text, 'form_id', c.form_id, 'ip', c.ip,
        'given_at', ${isoSql('c.given_at')}) order by c.id), '[]')
      from consent c where c.account_id = t.account_id and c.subscriber_id = t.id) as consents`,
  )
}

/** Unsubscribes the subscriber from all emails. Repeating it changes nothing. */
export async function unsubscribe(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await unsubscribeOne(ctx, { id, cause: causeOf(ctx) })
}

const causeOf = ({ actor }: Ctx) => (actor.kind === 'user' ? 'dashboard' : 'api')

/** As the end of a sentence, in the words of the API. */
const stateText = (state: SubscriberDetail['state']): string =>
  ({
    active: t`active`,
    inactive: t`inactive`,
    bounced: t`bounced`,
    complained: t`complained`,
    cancelled: t`cancelled`,
  })[state]

/** Confirms an inactive subscriber on the creator's word. Throws invalid for unsubscribed ones: only they can come back. */
export async function reactivate(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const moved = await changeState(ctx, { ids: [id], transition: 'confirm', cause: causeOf(ctx) })
  if (moved.length > 0) return
  const { state } = await readSubscriber(ctx, id)
  if (state !== 'active')
    throw invalid(t`Only an inactive subscriber can be made active. This one is ${stateText(state)}.`)
}

/** Makes a bounced subscriber active, for a reason that is recorded. Throws not_found, or invalid for any other state. */
export async function restoreBounced(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<void> {
  const moved = await changeState(ctx, { ids: [id], transition: 'restore', cause: causeOf(ctx), note: reason })
  if (moved.length > 0) return
  const { state } = await readSubscriber(ctx, id)
  throw invalid(t`Only a bounced subscriber can be restored. This one is ${stateText(state)}.`)
}

async function readSubscriber(ctx: Ctx, id: number): Promise<Subscriber> {
  const subscriber = (await readSubscribers(ctx, [id])).get(id)
  if (!subscriber) throw notFound()
  return subscriber
}

async function readOne<Row extends Subscriber>(ctx: Ctx, id: number, more_columns: string): Promise<Row> {
  const row = await ctx.sql.one<Row>(
    `${ONE_PLAN}select ${ONE_SUBSCRIBER_COLUMNS}, ${more_columns} from subscriber t where t.account_id = $1 and t.id = $2`,
    [id],
  )
  if (!row) throw notFound()
  return row
}

/** Only the API queues values, because its callers write many subscribers. A user in the dashboard waits for all values. */
const isQueued = (actor: Actor, fields: FieldValues | undefined) =>
  actor.kind !== 'user' && Object.keys(fields ?? {}).length > MAX_FIELDS_IN_REQUEST

/** Queued values are shown as null, and keys without a field are reported: contract 8.2.3. */
function saved(
  value: Subscriber,
  {
    created = false,
    accepted = false,
    given = {},
  }: { created?: boolean; accepted?: boolean; given?: FieldValues | undefined },
): Saved<Subscriber> {
  const keys = Object.keys(given)
  const unknown = keys.filter((key) => !Object.hasOwn(value.fields, key))
  const warnings = unknown.map((key) => `Custom field "${key}" does not exist and was ignored`)
  const queued = accepted ? keys.filter((key) => !unknown.includes(key)) : []
  const fields = { ...value.fields, ...Object.fromEntries(queued.map((key) => [key, null])) }
  return { value: { ...value, fields }, created, accepted, warnings }
}

/** Returns what is recorded about subscribers whom this actor adds. */
export function originOf(actor: Actor, consent_text: string | null = null): Origin {
  if (actor.kind === 'user') {
    return {
      cause: 'dashboard',
      attribution: { source_type: 'manual' },
      consent: { source: 'manual', text: consent_text },
    }
  }
  return {
    cause: 'api',
    attribution: { source_type: 'api_subscription', source_mechanism: 'api' },
    consent: { source: 'api', text: consent_text },
  }
}
