import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../core/context.ts'
import { unscoped } from '../../db/client.ts'
import type { PluginKind } from '../../modules/apps/plugin-schema.ts'

interface PluginOptions {
  kind?: PluginKind
  settings?: object[]
  request_url: string
  name?: string
  sort_order?: number
}

/** Creates an app with these plugins, installed in the account. */
export async function installedPlugin(
  { account_id }: Ctx,
  { kind = 'content_block', settings = [], request_url, name = 'Product', sort_order = 0 }: PluginOptions,
  app_data: object = {},
) {
  const db = unscoped()
  const app = await db.app.create({ data: { client_id: randomUUID(), name: 'Acme', ...app_data } })
  const identifier = `p_${randomUUID().slice(0, 8)}`
  const plugin = await db.appPlugin.create({
    data: { app_id: app.id, kind, identifier, name, request_url, settings, sort_order },
  })
  const installation = await db.installation.create({
    data: { account_id, app_id: app.id, state: 'installed', installed_at: new Date() },
  })
  return { app_id: app.id, plugin_id: plugin.id, installation_id: installation.id }
}
