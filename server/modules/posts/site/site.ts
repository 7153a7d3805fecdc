import { systemCtx } from '../../../core/context.ts'
import { ONE_PLAN } from '../../../db/statements/one-plan.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'
import { isBuyerSql } from '../../purchases/product.ts'
import { siteUrlSql } from '../../sites/url.ts'
import { findStyle } from '../../style/service.ts'
import { ownerAddressSql } from '../../subscribers/write/consent.ts'

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
       ${siteUrlSql('a.id')} as url
     from account a left join creator_profile p on p.account_id = a.id
     where a.id = $1 and (exists (select from post t where t.account_id = $1 and t.status = 'published')
       or exists (select from site s where s.account_id = $1 and (s.name is not null or s.domain_live_at is not null)))`,
  )
  return site && { account_id, ...site, style: await findStyle(ctx) }
}

export const POSTS_PER_PAGE = 20

/** Selects the posts of a page. */
export interface SiteSelection {
  /** The id of the last post on the previous page. */
  before?: number | undefined
  topic?: string | undefined
  /** Prefixes of words in title, description or text. */
  search?: string | undefined
}

/** Lists posts, last published first, one more than a page shows. */
export function listSitePosts({
  account_id,
  before,
  topic,
  search,
}: SiteSelection & { account_id: number }): Promise<SitePost[]> {
  return systemCtx(account_id).sql.rows<SitePost>(
    `select ${COLUMNS} from post t
     where t.account_id = $1 and t.status = 'published'
       and ($2::int is null or (t.published_at, t.id) < (select published_at, id from post where account_id = $1 and id = $2))
       and ($3::text is null or exists (select from unnest(t.topics) x where lower(x) = lower($3)))
       and ($4::text is null or coalesce(t.search, post_search(t.title, t.description, ${PUBLIC_TEXT})) @@ to_tsquery('simple', $4))
     order by t.published_at desc, t.id desc limit ${POSTS_PER_PAGE + 1}`,
    [before ?? null, topic ?? null, search === undefined ? null : tsqueryOf(search)],
  )
}

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

export function findSitePost({
  account_id,
  slug,
}: {
  account_id: number
  slug: string
}): Promise<SitePost | undefined> {
  return systemCtx(account_id).sql.one<SitePost>(
    `${ONE_PLAN}select ${COLUMNS} from post t where t.account_id = $1 and t.status = 'published' and t.slug = $2`,
    [slug],
  )
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

/** Returns the title of a published post for its image. */
export const findPostTitle = ({
  account_id,
  id,
}: {
  account_id: number
  id: number
}): Promise<{ id: number; title: string } | undefined> =>
  systemCtx(account_id).sql.one<{ id: number; title: string }>(
    `select id, title from post where account_id = $1 and id = $2 and status = 'published'`,
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
  return systemCtx(account_id).sql.one(
    `select coalesce(t.content_html, '') as content_html, ${ownerAddressSql()} as owner_address
     from post t join subscriber s on s.account_id = t.account_id and s.id = $3
     where t.account_id = $1 and t.id = $2 and t.status = 'published' and t.is_paid and ${isBuyerSql('$3::bigint')}`,
    [post_id, subscriber_id],
  )
}

const COLUMNS = `t.id, t.slug, t.title, t.description, t.meta_description, t.published_at, t.updated_at, t.thumbnail_url,
  t.thumbnail_alt, t.topics, ${PUBLIC_TEXT} as content_html, t.is_paid`
