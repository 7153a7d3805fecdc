import type { Ctx } from '../../../core/context.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { signatureOf } from '../../../lib/crypto/signature.ts'
import type { SafeResponse } from '../../../lib/net/safe-fetch.ts'
import { openPluginSecret } from '../../apps/develop/secrets.ts'
import { callApp } from '../../plugins/app-call.ts'
import type { InstalledPlugin } from '../../plugins/service.ts'

/**
 * Posts to the request URL of an automation node, signed with the plugin's secret if it has one (contract 10.7). Throws invalid or
 * unavailable with texts for the creator.
 */
export async function callNode(
  ctx: Ctx,
  plugin: InstalledPlugin,
  { body, headers = {} }: { body: object; headers?: Record<string, string> },
): Promise<SafeResponse> {
  const secret = await findSecret(ctx, plugin.app_id)
  return callApp(ctx, plugin, {
    url: plugin.request_url,
    body,
    headers: (text) => ({
      ...headers,
      ...(secret === null ? {} : { 'x-service-signature': signatureOf(text, [secret], ctx.now()) }),
    }),
    is_background: true,
  })
}

/** Returns the secret of the plugin's sign-in, shared with the app. Null without one. */
async function findSecret(ctx: Ctx, app_id: number): Promise<string | null> {
  const app = await ctx.sql.one<{ plugin_client_secret: string | null }>(
    `${UNSCOPED}select plugin_client_secret from app where id = $1`,
    [app_id],
  )
  return app?.plugin_client_secret ? openPluginSecret(app.plugin_client_secret) : null
}

/** Describes a failed response for the creator, with the app's own message. */
export function refusalOf({ app_name }: InstalledPlugin, { status, body }: SafeResponse): string {
  return `${app_name} answered with status ${status}${reasonIn(body)}.`
}

function reasonIn(body: Buffer): string {
  try {
    const { errors } = JSON.parse(body.toString('utf8')) as { errors?: unknown }
    const [first] = Array.isArray(errors) ? errors : []
    return typeof first === 'string' ? `: ${first.replace(/\s+/g, ' ').trim().slice(0, 300).replace(/\.$/, '')}` : ''
  } catch {
    return ''
  }
}
