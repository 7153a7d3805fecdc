import { systemCtx } from '../../core/context.ts'
import type { PublicStyle } from '../../lib/page/public-style.ts'
import { findStyle } from '../style/service.ts'
import { siteUrl } from './view.ts'

/** An account as visitors of its posts see it. */
export interface Site {
  account_id: number
  url: string
  name: string
  byline: string | null
  bio: string | null
  image_url: string | null
  /** Null: the account chose none. */
  style: PublicStyle | null
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
  content_html: string
}

/** Returns undefined when the account does not exist or has published nothing. */
export async function findSite({ account_id }: { account_id: number }): Promise<Site | undefined> {
  const found = await systemCtx(account_id).sql.one<Omit<Site, 'account_id' | 'url' | 'style'>>(
    `select coalesce(p.name, a.name) as name, p.byline, p.bio, p.image_url
     from account a left join creator_profile p on p.account_id = a.id
     where a.id = $1 and exists (select from post t where t.account_id = $1 and t.status = 'published')`,
  )
  return found && { account_id, url: siteUrl(account_id), ...found, style: await findStyle({ account_id }) }
}

export const POSTS_PER_PAGE = 20

/** Lists posts, last published first, one more than a page shows; `before` is the id of the previous page's last post. */
export function listSitePosts({ account_id, before }: { account_id: number; before?: number }): Promise<SitePost[]> {
  return systemCtx(account_id).sql.rows<SitePost>(
    `select ${COLUMNS} from post t
     where t.account_id = $1 and t.status = 'published'
       and ($2::int is null or (t.published_at, t.id) < (select published_at, id from post where account_id = $1 and id = $2))
     order by t.published_at desc, t.id desc limit ${POSTS_PER_PAGE + 1}`,
    [before ?? null],
  )
}

export function findSitePost({
  account_id,
  slug,
}: {
  account_id: number
  slug: string
}): Promise<SitePost | undefined> {
  return systemCtx(account_id).sql.one<SitePost>(
    `select ${COLUMNS} from post t where t.account_id = $1 and t.status = 'published' and t.slug = $2`,
    [slug],
  )
}

const COLUMNS = `t.id, t.slug, t.title, t.description, t.meta_description, t.published_at, t.updated_at, t.thumbnail_url,
  t.thumbnail_alt, coalesce(t.content_html, '') as content_html`
