import { type Ctx, systemCtx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { isoOrNull } from '../../../core/wire.ts'
import type { StoreApp, StoreFilter, StoreListing } from '../schema.ts'
import { categoryOf, logoUrl, pluginView, screenshotsOf } from './detail.ts'
import { type AppRow, findAppWithDeveloper, listPublished } from './directory.ts'

/** Returns a page of published apps, and whether they are installed in the account. */
export const listStore = (
  _ctx: Ctx,
  { account_id, ...filter }: StoreFilter & { account_id: number | null },
): Promise<{ apps: StoreApp[]; total: number; pages: number }> => listPublished(filter, account_id)

/** The viewer of a listing, with the selected account if any. */
interface Viewer {
  account_id: number | null
  is_admin: boolean
}

/**
 * Returns an app's page in the store. Before publication, only its developers, accounts that installed it, and administrators see it.
 * Throws not_found for all others, and for self-registered clients.
 */
export async function getListing(_ctx: Ctx, { id, ...viewer }: { id: number } & Viewer): Promise<StoreListing> {
  const found = await findAppWithDeveloper(id)
  if (!found) throw notFound()
  const { app, developer } = found
  const is_published = app.status === 'published'
  if (!is_published && !(await maySeeUnpublished(app, viewer))) throw notFound()
  return {
    id,
    name: app.name,
    tagline: app.tagline,
    description: app.description,
    category: categoryOf(app),
    logo_url: logoUrl(app.logo),
    screenshots: screenshotsOf(app),
    developer,
    website_url: app.website_url,
    support_url: app.support_url,
    settings_url: app.settings_url,
    is_published,
    published_at: isoOrNull(app.published_at),
    scopes: app.authorization_url ? app.scopes : [],
    plugins: app.plugins.map(pluginView).map(({ kind, name, description }) => ({ kind, name, description })),
    webhook_events: app.webhook_events,
  }
}

async function maySeeUnpublished(app: AppRow, { account_id, is_admin }: Viewer): Promise<boolean> {
  if (is_admin || (account_id !== null && account_id === app.account_id)) return true
  if (account_id === null) return false
  const where = { app_id: app.id, state: { not: 'uninstalled' } } as const
  return (await systemCtx(account_id).db.installation.count({ where })) > 0
}
