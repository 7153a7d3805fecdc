import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { IS_NOTED, NOTES_ITSELF, notedSql } from '../../core/events/listened-to.ts'
import { emitOneSql } from '../../core/events/sql.ts'
import { isoSql, type Saved } from '../../core/wire.ts'
import { writeStatement } from '../../core/write/statement.ts'
import { ONE_PLAN } from '../../db/statements/one-plan.ts'
import { recordSql } from '../subscribers/changes/record.ts'
import { hasAddress, requireAddress } from '../subscribers/list/by-address.ts'
import type { ByAddress } from '../subscribers/schema.ts'
import { ONE_SUBSCRIBER_COLUMNS } from '../subscribers/view.ts'
import type { TaggedSubscriber } from './schema.ts'
import { getTag } from './service.ts'

// Tags or untags one subscriber in one statement (decision 0050). tagging.ts does the same for sets.

/** Tags a subscriber. Keeps the time of an existing tagging. Throws not_found for an unknown tag or subscriber. */
export const tagSubscriber = (ctx: Ctx, { tag_id, id }: { tag_id: number; id: number }) =>
  tag(ctx, TAG.by_id, { tag_id, who: id })

/** Tags a subscriber by address. Throws not_found for an unknown tag or address. */
export async function tagByAddress(ctx: Ctx, { tag_id, email_address }: ByAddress & { tag_id: number }) {
  const who = await addressOf(ctx, { tag_id, email_address, purpose: 'tag subscriber' })
  return tag(ctx, TAG.by_address, { tag_id, who })
}

/**
 * Removes a tag from a subscriber, even one without it. Returns when the subscriber was tagged, null if not at all. Throws not_found for an
 * unknown tag or subscriber.
 */
export const untagSubscriber = (ctx: Ctx, { tag_id, id }: { tag_id: number; id: number }) =>
  untag(ctx, UNTAG.by_id, { tag_id, who: id })

export async function untagByAddress(ctx: Ctx, { tag_id, email_address }: ByAddress & { tag_id: number }) {
  const who = await addressOf(ctx, { tag_id, email_address, purpose: 'remove tag from subscriber' })
  return untag(ctx, UNTAG.by_address, { tag_id, who })
}

interface Names {
  tag_id: number
  /** The subscriber's id or address, depending on the statement. */
  who: number | string
}

type TaggedRow = Omit<TaggedSubscriber, 'id' | 'tagged_at'> & {
  id: number | null
  has_tag: boolean
  tagged_at: string | null
  created: boolean
}

async function tag(ctx: Ctx, text: string, { tag_id, who }: Names): Promise<Saved<TaggedSubscriber>> {
  for (;;) {
    const { has_tag, created, id, tagged_at, first_name, email_address, state, created_at, fields } =
      await writeStatement<TaggedRow>(ctx, text, [tag_id, who, ctx.now()])
    if (!has_tag || id === null) throw notFound()
    // Without a time, another transaction has tagged the subscriber since this statement began, and the next statement sees that.
    if (tagged_at === null) continue
    return { value: { id, first_name, email_address, state, created_at, fields, tagged_at }, created }
  }
}

async function untag(ctx: Ctx, text: string, { tag_id, who }: Names): Promise<{ tagged_at: string | null }> {
  const { is_found, tagged_at } = await writeStatement<{ is_found: boolean; tagged_at: string | null }>(ctx, text, [
    tag_id,
    who,
    ctx.now(),
  ])
  if (!is_found) throw notFound()
  return { tagged_at }
}

/** Throws for an unknown tag before a missing address (contract 8.5.5). */
async function addressOf(ctx: Ctx, { tag_id, ...named }: ByAddress & { tag_id: number; purpose: string }) {
  if (!named.email_address?.trim()) await getTag(ctx, { id: tag_id })
  return requireAddress(named)
}

const COLUMNS = 's.account_id, s.id, s.first_name, s.email_address, s.state, s.created_at, s.fields'

const beginning = (who: string, listening: string, lock = '') => `${ONE_PLAN}with named_tag as materialized (
    select g.id, g.name, g.created_at, ${listening} from tag g where g.account_id = $1 and g.id = $2 ${lock}
  ), target as materialized (
    select ${COLUMNS} from subscriber s where ${who} ${lock}
  )`

/** The data of an event. `a` is a row with the subscriber's columns. */
const DATA = `(select json_build_object('subscriber', row_to_json(a), 'tag',
    json_build_object('id', g.id, 'name', g.name, 'created_at', ${isoSql('g.created_at')})) from named_tag g)`

/** Takes the same locks as foreign keys, so rows that are being deleted are not found, instead of violating a key. */
const tagSql = (who: string) => `${beginning(who, 'g.is_listened_to', 'for key share')}, answer as materialized (
    select ${ONE_SUBSCRIBER_COLUMNS} from target t
  ), created as (
    insert into tagging as x (account_id, tag_id, subscriber_id, tagged_at, is_listened_to)
    select $1, g.id, p.id, $4::timestamptz, nullif(g.is_listened_to, false) from named_tag g, target p
    on conflict (account_id, tag_id, subscriber_id) do nothing returning x.tagged_at
  )
  select a.*, exists (select from named_tag) as has_tag, m.tagged_at is not null as created,
    case when m.tagged_at is not null then ${isoSql('m.tagged_at')} else (
      select ${isoSql('x.tagged_at')} from tagging x where x.account_id = $1 and x.tag_id = $2 and x.subscriber_id = a.id
    ) end as tagged_at,
    ${emitOneSql('subscriber.tag_added', { when: 'm.tagged_at is not null', data: DATA, at: '$4' })}
  from (values (1)) one left join answer a on true left join created m on true`

const untagSql = (who: string) => `${beginning(who, `g.is_listened_to, ${NOTES_ITSELF}`)}, deleted as (
    delete from tagging x using named_tag g, target p
    where x.account_id = $1 and x.tag_id = g.id and x.subscriber_id = p.id returning x.subscriber_id, x.tagged_at
  ), recorded as (
    ${recordSql('tag_removed', `select d.subscriber_id, $2::int::text as object, jsonb_build_object('tagged_at', d.tagged_at) as data, $4::timestamptz as at from deleted d`)}
  ), noted as (
    ${notedSql(
      'tag_removed',
      `select $2::int::text as object, d.subscriber_id, '{}'::jsonb as data, $4::timestamptz as at
       from deleted d cross join named_tag g where g.is_listened_to`,
    )}
  )
  select exists (select from named_tag) and exists (select from target) as is_found,
    (select ${isoSql('d.tagged_at')} from deleted d) as tagged_at,
    ${emitOneSql('subscriber.tag_removed', {
      when: 'exists (select from deleted)',
      data: `(select ${DATA} from (select ${ONE_SUBSCRIBER_COLUMNS} from target t) a)`,
      at: '$4',
    })}
  where ${IS_NOTED}`

const texts = (sql: (who: string) => string) => ({
  by_id: sql('s.account_id = $1 and s.id = $3'),
  by_address: sql(hasAddress('$3')),
})
const TAG = texts(tagSql)
const UNTAG = texts(untagSql)
