import { iso, isoOrNull } from '../../../core/wire.ts'
import type { App, AppPlugin } from '../../../db/generated/client.ts'
import { env } from '../../../env.ts'
import { missingForReview } from '../develop/requirements.ts'
import type { AppDetail, AppFacts, OwnApp } from '../develop-schema.ts'
import type { PluginView } from '../plugin-form-schema.ts'
import { PluginKind } from '../plugin-schema.ts'
import { Category, Screenshot } from '../schema.ts'
import type { Screenshot as ScreenshotView } from '../screenshot-schema.ts'

/** Relations needed by the views of an app. */
const LOGO = { select: { app_id: true, updated_at: true } } as const
export const FOR_DETAIL = {
  logo: LOGO,
  draft_logo: LOGO,
  plugins: { orderBy: { sort_order: 'asc' } },
  _count: { select: { installations: { where: { state: 'installed' } } } },
} as const

type Logo = { app_id: number; updated_at: Date } | null
type ListRow = App & { logo: Logo; draft_logo: Logo; _count: { installations: number } }
type DetailRow = ListRow & { plugins: AppPlugin[] }

const ownAppView = (app: ListRow): OwnApp => ({
  id: app.id,
  name: app.name,
  tagline: app.tagline,
  logo_url: logoUrl(app.logo),
  status: app.status,
  revision: revisionOf(app),
  review_note: app.review_note,
  installation_count: app._count.installations,
  updated_at: iso(app.updated_at),
})

function revisionOf({ draft, draft_submitted_at }: App): OwnApp['revision'] {
  if (draft === null) return 'none'
  return draft_submitted_at ? 'in_review' : 'declined'
}

/** Returns the app as its developer sees it, with unapproved changes. */
export const withDraft = <Row extends App>(app: Row): Row => ({ ...app, ...(app.draft as Partial<App> | null) })

/** Returns the facts to be reviewed. */
export const factsOf = (app: App & { logo?: Logo }): AppFacts => ({
  name: app.name,
  tagline: app.tagline,
  description: app.description,
  category: categoryOf(app),
  logo_url: logoUrl(app.logo ?? null),
  screenshots: screenshotsOf(app),
  website_url: app.website_url,
  support_url: app.support_url,
  scopes: app.scopes,
  redirect_uris: app.redirect_uris,
  authorization_url: app.authorization_url,
  revoke_url: app.revoke_url,
  settings_url: app.settings_url,
  after_install_url: app.after_install_url,
  return_to_domains: app.return_to_domains,
  webhook_url: app.webhook_url,
  webhook_events: app.webhook_events,
  plugin_authorize_url: app.plugin_authorize_url,
  plugin_token_url: app.plugin_token_url,
  plugin_refresh_url: app.plugin_refresh_url,
  plugin_revoke_url: app.plugin_revoke_url,
  plugin_client_id: app.plugin_client_id,
})

/** Lists each field explicitly, so a secret column cannot reach a page. */
export function detailView(row: DetailRow): AppDetail {
  const app = { ...withDraft(row), logo: row.draft_logo ?? row.logo }
  return {
    ...ownAppView(app),
    ...factsOf(app),
    client_id: app.client_id,
    confidential: app.confidential,
    client_secret_hint: app.client_secret_hint,
    has_plugin_client_secret: app.plugin_client_secret !== null,
    plugins: app.plugins.map(pluginView),
    install_url: `${env().APP_URL}/apps/${app.id}/install?service_app_id=service_${app.id}`,
    plugin_redirect_uri: `${env().APP_URL}/apps/install`,
    missing: missingForReview({ ...app, has_logo: app.logo !== null, plugin_count: app.plugins.length }),
    approved: row.status === 'published' ? factsOf(row) : null,
    submitted_at: isoOrNull(app.draft_submitted_at ?? app.submitted_at),
    reviewed_at: isoOrNull(app.reviewed_at),
    published_at: isoOrNull(app.published_at),
    created_at: iso(app.created_at),
  }
}

export const screenshotsOf = ({ screenshots }: App): ScreenshotView[] => Screenshot.array().catch([]).parse(screenshots)

export const categoryOf = ({ category }: App): Category | null => Category.nullable().catch(null).parse(category)

export const pluginView = ({
  id,
  kind,
  identifier,
  name,
  description,
  request_url,
  settings,
}: AppPlugin): PluginView => ({
  id,
  kind: PluginKind.catch('content_block').parse(kind),
  identifier,
  name,
  description,
  request_url,
  settings: JSON.stringify(settings, null, 2),
})

// The URL changes with the image, so browsers may cache it.

export const logoUrl = (logo: { app_id: number; updated_at: Date } | null): string | null =>
  logo && `/app-logos/${logo.app_id}/${logo.updated_at.getTime()}`

/** SQL for the logo URL of the app with this table alias; null without a logo. */
export const logoUrlSql = (app: string) =>
  `(select '/app-logos/' || l.app_id || '/' || round(extract(epoch from l.updated_at) * 1000)::bigint
    from app_logo l where l.app_id = ${app}.id)`
