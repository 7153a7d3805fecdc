import { type Ctx, systemPool } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { acquireAdvisoryLock, write } from '../../core/write/write.ts'
import { rowsSql } from '../../db/statements/rows-sql.ts'
import { t } from '../../lib/locale/texts.ts'
import { shownForm } from '../sites/service.ts'
import { CREATOR_TABLES, creatorSql, IS_OPEN } from './creators.ts'
import type {
  Block,
  ByCreator,
  Creator,
  CreatorSearch,
  Move,
  NewRecommendation,
  OpenInput,
  RecommendationsView,
  Recommended,
  Recommender,
} from './schema.ts'
import { MAX_RECOMMENDED } from './values-schema.ts'

/** Maximum number of an account's recommenders with figures, those with the most sign-ups first. */
const MAX_RECOMMENDERS = 100
const MAX_FOUND = 10

const RECOMMENDED = rowsSql(
  `select ${creatorSql()}, r.note, r.shown, r.sign_ups,
     case when r.is_blocked then 'They do not want to be recommended by you'
       when not (${IS_OPEN}) then 'They cannot be recommended at the moment' end as problem
   from recommendation r join ${CREATOR_TABLES} on a.id = r.recommended_id
   where r.account_id = $1 and r.is_shown order by r.position, r.recommended_id`,
)

const RECOMMENDERS = rowsSql(
  `select ${creatorSql()}, r.is_blocked, r.shown, r.sign_ups
   from recommendation r join ${CREATOR_TABLES} on a.id = r.account_id
   where r.recommended_id = $1 and (r.is_shown or r.sign_ups > 0)
   order by r.sign_ups desc, r.account_id limit ${MAX_RECOMMENDERS}`,
)

interface Found {
  is_open: boolean | null
  pitch: string | null
  recommended: Recommended[]
  recommenders: Recommender[]
}

/** Returns whether the account can be recommended, whom it recommends, and who recommends it. */
export async function getRecommendations(ctx: Ctx): Promise<RecommendationsView> {
  const [form, profile] = await Promise.all([
    shownForm(ctx),
    ctx.sql.one<Found>(
      `select own.is_open, own.pitch, ${RECOMMENDED} as recommended, ${RECOMMENDERS} as recommenders
       from account left join recommendation_profile own on own.account_id = account.id where account.id = $1`,
    ),
  ])
  const { is_open, pitch = null, recommended = [], recommenders = [] } = profile ?? {}
  const problem =
    is_open && !form ? 'Create an inline form or a landing page, so visitors can sign up for your emails' : null
  return { is_open: is_open ?? false, pitch, problem, recommended, recommenders }
}

/** Throws not_found for a creator whom the account does not recommend and who does not recommend it. */
export async function findRelated(ctx: Ctx, { creator_id }: ByCreator): Promise<void> {
  const { recommended, recommenders } = await getRecommendations(ctx)
  if (![...recommended, ...recommenders].some(({ id }) => id === creator_id)) throw notFound()
}

/** Lets others recommend the account, or stops it, so no visitor sees it any more. */
export async function saveOpen(ctx: Ctx, input: OpenInput): Promise<RecommendationsView> {
  const { account_id } = ctx
  await ctx.db.recommendationProfile.upsert({ where: { account_id }, create: { account_id, ...input }, update: input })
  return getRecommendations(ctx)
}

/** Returns creators the account could recommend, searched by name or site name. */
export async function findCreators(ctx: Ctx, { search }: CreatorSearch): Promise<Creator[]> {
  return ctx.sql.rows<Creator>(
    `select ${creatorSql()} from ${CREATOR_TABLES} left join site w on w.account_id = a.id
     where a.id <> $1 and ${IS_OPEN}
       and (strpos(lower(coalesce(p.name, a.name)), lower($2)) > 0 or starts_with(w.name, lower(ltrim($2, '@'))))
       and not exists (select from recommendation r where r.account_id = $1 and r.recommended_id = a.id and (r.is_shown or r.is_blocked))
     order by lower(coalesce(p.name, a.name)), a.id limit ${MAX_FOUND}`,
    [search],
  )
}

/** Adds a creator at the end of the recommendations. Throws not_found for one who is not open to it, invalid at the limit. */
export async function recommend(ctx: Ctx, { creator_id, note }: NewRecommendation): Promise<RecommendationsView> {
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'recommendations')
    const open = await tx.sql.one(`select 1 from account a where a.id = $2 and a.id <> $1 and ${IS_OPEN}`, [creator_id])
    if (!open) throw notFound('This creator is not open to recommendations any more')
    const count = await tx.db.recommendation.count({ where: { is_shown: true } })
    if (count >= MAX_RECOMMENDED) throw invalid(t`You can recommend ${MAX_RECOMMENDED} creators. Remove one first`)
    await tx.sql.run(
      `insert into recommendation (account_id, recommended_id, note, position, created_at)
       values ($1, $2, $3, (select coalesce(max(position) + 1, 0) from recommendation where account_id = $1), $4)
       on conflict (account_id, recommended_id) do update
         set is_shown = true, note = excluded.note, position = excluded.position where recommendation.is_shown = false`,
      [creator_id, note, tx.now()],
    )
  })
  return getRecommendations(ctx)
}

/** Changes the account's text about a creator. Throws not_found. */
export async function saveNote(ctx: Ctx, { creator_id, note }: NewRecommendation): Promise<RecommendationsView> {
  const { count } = await ctx.db.recommendation.updateMany({
    where: { recommended_id: creator_id, is_shown: true },
    data: { note },
  })
  if (count === 0) throw notFound()
  return getRecommendations(ctx)
}

/** Moves a creator up or down one place. */
export async function move(ctx: Ctx, { creator_id, by }: Move): Promise<RecommendationsView> {
  await write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'recommendations')
    const rows = await tx.sql.rows<{ id: number }>(
      'select recommended_id as id from recommendation where account_id = $1 and is_shown order by position, recommended_id',
    )
    const ids = rows.map(({ id }) => id)
    const at = ids.indexOf(creator_id)
    const [moved] = at < 0 ? [] : ids.splice(at, 1)
    if (moved === undefined) throw notFound()
    ids.splice(Math.max(0, at + by), 0, moved)
    await tx.sql.run(
      `update recommendation r set position = n.place::int from unnest($2::int[]) with ordinality as n(id, place)
       where r.account_id = $1 and r.recommended_id = n.id`,
      [ids],
    )
  })
  return getRecommendations(ctx)
}

/** Stops recommending a creator. Keeps the figures. Throws not_found for one whom the account never recommended. */
export async function stopRecommending(ctx: Ctx, { creator_id }: ByCreator): Promise<RecommendationsView> {
  const where = { recommended_id: creator_id }
  const { count } = await ctx.db.recommendation.updateMany({ where, data: { is_shown: false } })
  if (count === 0) throw notFound()
  return getRecommendations(ctx)
}

/** Blocks a creator from recommending the account, or unblocks them. Throws not_found for one who never recommended it. */
export async function blockRecommender(ctx: Ctx, { creator_id, is_blocked }: Block): Promise<RecommendationsView> {
  // The row belongs to the recommender and marks the account as blocked.
  const { rowCount } = await systemPool().query(
    'update recommendation set is_blocked = $3 where account_id = $1 and recommended_id = $2',
    [creator_id, ctx.account_id, is_blocked],
  )
  if (!rowCount) throw notFound()
  return getRecommendations(ctx)
}
