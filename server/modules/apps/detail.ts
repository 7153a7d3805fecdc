import { iso, isoOrNull } from '../../core/wire.ts'
import type { App, AppPlugin } from '../../db/generated/client.ts'
import { env } from '../../env.ts'
import type { AppDetail, OwnApp } from './develop-schema.ts'
import { logoUrl } from './logo.ts'
import type { PluginView } from './plugin-form-schema.ts'
import { missingForReview } from './requirements.ts'
import { Category } from './schema.ts'

/** What views of an app are made of, beside its row. */
export const FOR_LIST = {
  logo: { select: { app_id: true, updated_at: true } },
  _count: { select: { installations: { where: { state: 'installed' } } } },
} as const
export const FOR_DETAIL = { ...FOR_LIST, plugins: { orderBy: { sort_order: 'asc' } } } as const

type ListRow = App & { logo: { app_id: number; updated_at: Date } | null; _count: { installations: number } }
type DetailRow = ListRow & { plugins: AppPlugin[] }

export const ownAppView = (app: ListRow): OwnApp => ({
  id: app.id,
  name: app.name,
  tagline: app.tagline,
  logo_url: logoUrl(app.logo),
  status: app.status,
  review_note: app.review_note,
  installation_count: app._count.installations,
  updated_at: iso(app.updated_at),
})

/** Field by field: what is not named here, a secret above all, reaches no page. */
export const detailView = (app: DetailRow): AppDetail => ({
  ...ownAppView(app),
  description: app.description,
  category: Category.nullable().catch(null).parse(app.category),
  website_url: app.website_url,
  support_url: app.support_url,
  client_id: app.client_id,
  confidential: app.confidential,
  client_secret_hint: app.client_secret_hint,
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
  has_plugin_client_secret: app.plugin_client_secret !== null,
  plugins: app.plugins.map(pluginView),
  install_url: `${env().APP_URL}/apps/${app.id}/install?service_app_id=service_${app.id}`,
  plugin_redirect_uri: `${env().APP_URL}/apps/install`,
  missing: missingForReview({ ...app, has_logo: app.logo !== null, plugin_count: app.plugins.length }),
  submitted_at: isoOrNull(app.submitted_at),
  reviewed_at: isoOrNull(app.reviewed_at),
  published_at: isoOrNull(app.published_at),
  created_at: iso(app.created_at),
})

const pluginView = ({ id, kind, identifier, name, description, request_url, settings }: AppPlugin): PluginView => ({
  id,
  kind: kind === 'media_source' ? 'media_source' : 'content_block',
  identifier,
  name,
  description,
  request_url,
  settings: JSON.stringify(settings, null, 2),
})
