import { systemCtx } from '../../../core/context.ts'
import { textWork } from '../../../core/texts/text-work.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'
import { isBuyerSql } from '../../purchases/product.ts'
import type { SiteLayout } from '../../sites/values-schema.ts'
import { findStyle } from '../../style/service.ts'
import { hasSiteSql, siteUrlSql } from '../../style/site-url.ts'
import { ownerAddressSql } from '../../subscribers/write/consent.ts'
import { withoutGreeting } from './post-text.ts'

/** An account's public site as its visitors see it. */
export interface Site {
  account_id: number
  url: string
  name: string
  /** Language of texts that the creator did not write. */
  language: string
  /** Time zone of the dates on the site. */
  time_zone: string
  byline: string | null
  bio: string | null
  image_url: string | null
  /** Null: the account chose no style. */
  style: PublicStyle | null
  /** The creator's own website. */
  website_url: string | null
  layout: SiteLayout
  /** Null unless the creator chose to show it. */
  postal_address: string | null
}

export interface SitePost {
  id: number
  slug: string
  title: string
  description: string | null
  meta_description: string | null
  published_at: Date
  updated_at: Date
  thumbnail_url: string | null
  thumbnail_alt: string | null
  topics: string[]
  /** Only the public part of a paid post. */
  content_html: string
  is_paid: boolean
}

/** Returns undefined if the account does not exist, or has published nothing and chosen no name for its site. */
export async function findSite({ account_id }: { account_id: number }): Promise<Site | undefined> {
  const ctx = systemCtx(account_id)
  const site = await ctx.sql.one<Omit<Site, 'account_id' | 'style'>>(
    `select coalesce(p.name, a.name) as name, p.byline, p.bio, p.image_url, p.profile_url as website_url, a.language, a.time_zone,
       ${siteUrlSql('a.id')} as url, ${SITE_CHOICES}
     from account a left join creator_profile p on p.account_id = a.id left join site o on o.account_id = a.id
     where a.id = $1 and ${hasSiteSql('a.id')}`,
  )
  return site && { account_id, ...site, style: await findStyle(ctx) }
}

/** SQL of the creator's choices, over `account a` and `site o`, which may have no row. */
export const SITE_CHOICES = `coalesce(o.layout, 'magazine') as layout, case when o.has_address then a.postal_address end as postal_address`

/** Number of posts in a feed. */
export const POSTS_PER_FEED = 20

/** Returns how many posts a page of the list has. A magazine begins with one, and rows of two or three cards follow. */
export const postsPerPage = ({ layout }: Pick<Site, 'layout'>, selection: SiteSelection): number =>
  layout === 'archive' ? 100 : layout === 'newsletter' ? 20 : isFirstPage(selection) ? 19 : 18

export const isFirstPage = ({ before, topic, search }: SiteSelection): boolean =>
  before === undefined && topic === undefined && search === undefined

/** Selects the posts of a page. */
export interface SiteSelection {
  /** The id of the last post on the previous page. */
  before?: number | undefined
  topic?: string | undefined
  /** Prefixes of words in title, description or text. */
  search?: string | undefined
}

/** Lists at most `limit` posts, last published first; titles alone without their text if `has_text` is false. */
export async function listSitePosts({
  account_id,
  before,
  topic,
  search,
  limit = POSTS_PER_FEED,
  has_text = true,
}: SiteSelection & { account_id: number; limit?: number; has_text?: boolean }): Promise<SitePost[]> {
  const posts = await systemCtx(account_id).sql.rows<StoredPost>(
    `select ${COLUMNS}, case when $5::boolean then ${PUBLIC_TEXT} else '' end as content_html from post t
     where t.account_id = $1 and t.status = 'published'
       and ($2::int is null or (t.published_at, t.id) < (select published_at, id from post where account_id = $1 and id = $2))
       and ($3::text is null or exists (select from unnest(t.topics) x where lower(x) = lower($3)))
       and ($4::text is null or coalesce(t.search, post_search(t.title, t.description, ${PUBLIC_TEXT})) @@ to_tsquery('simple', $4))
     order by t.published_at desc, t.id desc limit $6`,
    [before ?? null, topic ?? null, search === undefined ? null : tsqueryOf(search), has_text, limit],
  )
  return posts.map(onTheWeb)
}

type StoredPost = SitePost & { was_emailed: boolean }

/** Greets no one: a visitor is not the recipient of the broadcast. */
const onTheWeb = ({ was_emailed, ...post }: StoredPost): SitePost =>
  was_emailed ? { ...post, content_html: withoutGreeting(post.content_html, post.title) } : post

const MAX_WORDS = 8
/** Maximum length in characters. Longer words occur in no text. */
const MAX_WORD_LENGTH = 100

/** Returns a query for texts that contain words beginning with each of these. Without a word it matches nothing. */
function tsqueryOf(search: string): string {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `${word.slice(0, MAX_WORD_LENGTH)}:*`)
    .join(' & ')
}

const MAX_TOPICS = 12

/** Returns the topics of the site, most frequent first. */
export async function listTopics({ account_id }: { account_id: number }): Promise<string[]> {
  const rows = await systemCtx(account_id).sql.rows<{ topic: string }>(
    `select min(x) as topic from post t, unnest(t.topics) x where t.account_id = $1 and t.status = 'published'
     group by lower(x) order by count(*) desc, 1 limit ${MAX_TOPICS}`,
  )
  return rows.map(({ topic }) => topic)
}

/** Maximum number of posts in a sitemap. The protocol allows 50,000. */
const MAX_IN_SITEMAP = 10_000

/** Returns the slugs of the newest posts for a sitemap. */
export const listForSitemap = ({ account_id }: { account_id: number }): Promise<{ slug: string; updated_at: Date }[]> =>
  systemCtx(account_id).sql.rows<{ slug: string; updated_at: Date }>(
    `select slug, updated_at from post where account_id = $1 and status = 'published'
     order by published_at desc, id desc limit ${MAX_IN_SITEMAP}`,
  )

export async function findSitePost({
  account_id,
  slug,
}: {
  account_id: number
  slug: string
}): Promise<SitePost | undefined> {
  const post = await systemCtx(account_id).sql.one<StoredPost>(
    `${ONE_PLAN}select ${COLUMNS}, ${PUBLIC_TEXT} as content_html from post t
     where t.account_id = $1 and t.status = 'published' and t.slug = $2`,
    [slug],
  )
  return post && onTheWeb(post)
}

/** A post next to another one. */
export type NearPost = Pick<SitePost, 'slug' | 'title' | 'published_at'> & { is_newer: boolean }

const nearSql = (isNewer: boolean) =>
  `(select t.slug, t.title, t.published_at, ${isNewer} as is_newer from post t, post p
     where p.account_id = $1 and p.id = $2 and t.account_id = $1 and t.status = 'published'
       and (t.published_at, t.id) ${isNewer ? '>' : '<'} (p.published_at, p.id)
     order by t.published_at ${isNewer ? 'asc' : 'desc'}, t.id ${isNewer ? 'asc' : 'desc'} limit 1)`
const NEAR_SQL = `${nearSql(true)} union all ${nearSql(false)}`

/** Returns the posts before and after a published one, the newer first. */
export const findNearPosts = ({ account_id, id }: { account_id: number; id: number }): Promise<NearPost[]> =>
  systemCtx(account_id).sql.rows<NearPost>(NEAR_SQL, [id])

/** In characters. Longer texts are not counted for visitors. */
const MAX_COUNTED_LENGTH = 200_000

/** Returns how many words and images of a paid post only buyers see; undefined if it is too long to be counted. */
export async function findPaidShare({
  account_id,
  id,
}: {
  account_id: number
  id: number
}): Promise<PaidShare | undefined> {
  const ctx = systemCtx(account_id)
  const texts = await ctx.sql.one<{ content_html: string; public_html: string }>(
    `select content_html, public_html from post
     where account_id = $1 and id = $2 and is_paid and length(content_html) <= ${MAX_COUNTED_LENGTH} and public_html is not null`,
    [id],
  )
  const shares = texts && (await textWork(ctx, 'shares', texts))
  return shares && { words: shares.more_words, images: shares.more_images }
}

export interface PaidShare {
  words: number
  images: number
}

/** Returns the current slug of a published post that formerly had the given one. */
export async function findMovedPost({
  account_id,
  slug,
}: {
  account_id: number
  slug: string
}): Promise<string | undefined> {
  const moved = await systemCtx(account_id).sql.one<{ slug: string }>(
    `select slug from post where account_id = $1 and status = 'published' and former_slugs @> array[$2]`,
    [slug],
  )
  return moved?.slug
}

/** Returns what the image of a published post shows. */
export const findSharedPost = ({
  account_id,
  id,
}: {
  account_id: number
  id: number
}): Promise<Pick<SitePost, 'id' | 'title' | 'thumbnail_url'> | undefined> =>
  systemCtx(account_id).sql.one<Pick<SitePost, 'id' | 'title' | 'thumbnail_url'>>(
    `select id, title, thumbnail_url from post where account_id = $1 and id = $2 and status = 'published'`,
    [id],
  )

/** SQL of the public text. Only `findPaidText` selects another text of a post for visitors. */
const PUBLIC_TEXT = "case when t.is_paid then coalesce(t.public_html, '') else coalesce(t.content_html, '') end"

/** Returns the full text of a paid post for a buyer of the account's product, with the address of the purchase, otherwise undefined. */
export async function findPaidText({
  account_id,
  post_id,
  subscriber_id,
}: {
  account_id: number
  post_id: number
  subscriber_id: number
}): Promise<{ content_html: string; owner_address: string } | undefined> {
  const paid = await systemCtx(account_id).sql.one<StoredPost & { owner_address: string }>(
    `select ${COLUMNS}, coalesce(t.content_html, '') as content_html, ${ownerAddressSql()} as owner_address
     from post t join subscriber s on s.account_id = t.account_id and s.id = $3
     where t.account_id = $1 and t.id = $2 and t.status = 'published' and t.is_paid and ${isBuyerSql('$3::bigint')}`,
    [post_id, subscriber_id],
  )
  return paid && { content_html: onTheWeb(paid).content_html, owner_address: paid.owner_address }
}

const COLUMNS = `t.id, t.slug, t.title, t.description, t.meta_description, t.published_at, t.updated_at, t.thumbnail_url,
  t.thumbnail_alt, t.topics, t.is_paid, t.sent_at is not null as was_emailed`
