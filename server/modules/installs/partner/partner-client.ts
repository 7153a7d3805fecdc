import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import { countedFetch } from '../../../core/instance/outbound-calls.ts'
import { env } from '../../../env.ts'
import { openPluginSecret } from '../../apps/develop/secrets.ts'
import type { PartnerTokens } from '../../apps/installations/partner-tokens.ts'
import type { AppRow } from '../../apps/store/directory.ts'

// OAuth with the app's own server, with this service as the client (contract 10.3). Logs contain only the status and the error code.

/** `refused`: the app's server rejected the request, so a retry does not help. `unreachable`: no response, or an invalid one. */
export class PartnerError extends Error {
  override name = 'PartnerError'
  readonly kind: 'refused' | 'unreachable'
  constructor(kind: PartnerError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** The app's OAuth server, for its plugins. */
export interface PartnerServer {
  app_id: number
  authorize_url: string
  token_url: string
  refresh_url: string
  client_id: string
  client_secret: string | null
}

/** Returns the app's OAuth server. Null: its plugins need no sign-in. */
export function partnerServer(app: AppRow): PartnerServer | null {
  const { plugin_authorize_url, plugin_token_url, plugin_client_id, plugin_client_secret } = app
  if (!plugin_authorize_url || !plugin_token_url || !plugin_client_id) return null
  return {
    app_id: app.id,
    authorize_url: plugin_authorize_url,
    token_url: plugin_token_url,
    refresh_url: app.plugin_refresh_url ?? plugin_token_url,
    client_id: plugin_client_id,
    client_secret: plugin_client_secret && openPluginSecret(plugin_client_secret),
  }
}

/** The same redirect URI for all app servers. */
export const redirectUri = () => `${env().APP_URL}/apps/install`

export function authorizeUrl({ authorize_url, client_id }: PartnerServer, state: string): string {
  const url = new URL(authorize_url)
  const query = { client_id, response_type: 'code', redirect_uri: redirectUri(), state }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Exchanges a code for tokens. Throws PartnerError. */
export const exchangeCode = (ctx: Ctx, server: PartnerServer, code: string): Promise<PartnerTokens> =>
  requestTokens(ctx, server, server.token_url, { grant_type: 'authorization_code', code, redirect_uri: redirectUri() })

/** Refreshes the tokens. If the response has no refresh token, the current one stays valid (RFC 6749, 6). Throws PartnerError. */
export const refreshTokens = (ctx: Ctx, server: PartnerServer, refresh_token: string): Promise<PartnerTokens> =>
  requestTokens(ctx, server, server.refresh_url, { grant_type: 'refresh_token', refresh_token })

/** Posts a form to the app's server and returns the status and text of its response. Throws PartnerError if there is none. */
export async function postForm(
  url: string,
  fields: Record<string, string | null>,
  { app_id }: { app_id: number },
): Promise<{ status: number; text: string }> {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== null)
  try {
    const { status, body, truncated } = await countedFetch({ kind: 'sign_in', app_id }, url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(given).toString(),
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_RESPONSE_BYTES,
    })
    return { status, text: truncated ? '' : body.toString('utf8') }
  } catch (error) {
    // Log only the code, because the error's message may contain the URL, and some apps put secrets into it.
    throw new PartnerError('unreachable', (error as NodeJS.ErrnoException).code ?? (error as Error).name)
  }
}

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 64_000
const MAX_LIFETIME_S = 10 * 365 * 86_400

const Token = z.string().min(1).max(8_000)
const TokenAnswer = z.object({
  access_token: Token,
  refresh_token: Token.nullish(),
  expires_in: z.coerce.number().positive().nullish().catch(null),
})
const ErrorAnswer = z.object({ error: z.string().regex(/^[\w.-]{1,64}$/) })

async function requestTokens(
  ctx: Ctx,
  { app_id, client_id, client_secret }: PartnerServer,
  url: string,
  grant: Record<string, string>,
): Promise<PartnerTokens> {
  const { status, text } = await postForm(url, { ...grant, client_id, client_secret }, { app_id })
  const answer = TokenAnswer.safeParse(parsed(text))
  if (status >= 200 && status < 300 && answer.success) {
    const { access_token, refresh_token, expires_in } = answer.data
    return {
      access_token,
      refresh_token: refresh_token ?? null,
      expires_in: expires_in ? Math.min(expires_in, MAX_LIFETIME_S) : null,
    }
  }
  const { data } = ErrorAnswer.safeParse(parsed(text))
  ctx.log.warn({ app_id, grant: grant.grant_type, status, code: data?.error }, 'an app gave no plugin token')
  const isRefusal = status === 400 || status === 401 || status === 403
  throw new PartnerError(isRefusal ? 'refused' : 'unreachable', `status ${status}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
