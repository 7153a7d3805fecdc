import type { AppDetail } from '@/server/modules/apps/develop-schema.ts'
import type { StoreListing } from '@/server/modules/apps/schema.ts'

/** Returns the store listing of an app that is being edited. */
export const toListing = (app: AppDetail & { developer?: string | null }): StoreListing => ({
  id: app.id,
  name: app.name,
  tagline: app.tagline,
  description: app.description,
  category: app.category,
  logo_url: app.logo_url,
  screenshots: app.screenshots,
  developer: app.developer ?? null,
  website_url: app.website_url,
  support_url: app.support_url,
  settings_url: app.settings_url,
  is_published: app.status === 'published',
  published_at: app.published_at,
  scopes: app.authorization_url ? app.scopes : [],
  plugins: app.plugins,
  webhook_events: app.webhook_events,
})
