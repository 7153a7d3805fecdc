import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { isoOrNull } from '../../core/wire.ts'
import { detailView } from './detail.ts'
import { findShelf, findWhole } from './directory.ts'
import type { StoreApp, StoreFilter, StoreListing } from './schema.ts'

/** Published apps, for everybody. With an account, whether it has them. */
export const listStore = (
  _ctx: Ctx,
  { account_id, ...filter }: StoreFilter & { account_id: number | null },
): Promise<{ apps: StoreApp[]; total: number; pages: number }> => findShelf(filter, account_id)

/**
 * One app as creators see it. Until it is published its number is a private link, for people who are signed in. Throws not_found
 * for everybody else, and for clients that registered themselves.
 */
export async function getListing(
  _ctx: Ctx,
  { id, is_signed_in }: { id: number; is_signed_in: boolean },
): Promise<StoreListing> {
  const found = await findWhole(id)
  if (!found) throw notFound()
  const { app, developer } = found
  const is_published = app.status === 'published'
  if (!is_published && !is_signed_in) throw notFound()
  const detail = detailView(app)
  return {
    id,
    name: app.name,
    tagline: app.tagline,
    description: app.description,
    category: detail.category,
    logo_url: detail.logo_url,
    developer,
    website_url: app.website_url,
    support_url: app.support_url,
    settings_url: app.settings_url,
    is_published,
    published_at: isoOrNull(app.published_at),
    scopes: app.authorization_url ? app.scopes : [],
    plugins: detail.plugins.map(({ kind, name, description }) => ({ kind, name, description })),
    webhook_events: app.webhook_events,
  }
}
