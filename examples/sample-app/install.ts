import { createHash, randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { askForTokens, CallError, call, expiryOf } from './envoi.ts'
import { listen } from './hooks.ts'
import { connect } from './session.ts'
import { settings } from './settings.ts'
import { issuedToken } from './sign-in.ts'
import { dropConnection, findConnection, keepConnection } from './store.ts'

/** State of an installation while the creator is on the consent page. */
interface Visit {
  state: string
  verifier: string
  /** The page of Envoi to return to in the end. */
  redirect: string | null
}

const COOKIE = 'visit'
const random = () => randomBytes(32).toString('base64url')

export const install = new Hono()

/** The authorization URL: Envoi sends the creator here with `redirect`. They are sent on to ask for access to their account. */
install.get('/connect', (c) => {
  const redirect = c.req.query('redirect') ?? null
  // Only Envoi's own pages: this must not lead anybody anywhere.
  const is_envoi = redirect !== null && URL.parse(redirect)?.origin === new URL(settings.envoi_url).origin
  const visit: Visit = { state: random(), verifier: random(), redirect: is_envoi ? redirect : null }
  remember(c, visit)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: settings.client_id,
    redirect_uri: `${settings.app_url}/callback`,
    scope: 'public',
    state: visit.state,
    code_challenge: createHash('sha256').update(visit.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return c.redirect(`${settings.envoi_url}/v4/oauth/authorize?${query}`)
})

/** The redirect URI: the creator comes back from the consent page with a code. */
install.get('/callback', async (c) => {
  const visit = recall(c)
  const { state, code, error } = c.req.query()
  if (!visit || state !== visit.state) return c.text('This did not begin in this browser. Install the app again.', 400)
  if (!code) return c.text(`Nothing was connected: ${error}`, 400)
  const tokens = await askForTokens({
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${settings.app_url}/callback`,
    code_verifier: visit.verifier,
  })
  const account = await whose(tokens.access_token)
  const { access_token, refresh_token } = tokens
  const plugin_token = await issuedToken(c)
  keepConnection({
    ...findConnection(account.id),
    account_id: account.id,
    account_name: account.name,
    access_token,
    refresh_token,
    expires_at: expiryOf(tokens),
    ...(plugin_token ? { plugin_token } : {}),
  })
  await connect(c, account.id)
  // The app's first work in the account. Asking for a tag that exists finds it.
  await call(account.id, 'POST /v4/tags', { name: 'Sample app' })
  await listen(account.id)
  return c.redirect(visit.redirect ?? '/')
})

/**
 * The revoke URL: Envoi says that a creator has uninstalled the app. Anybody could say so, which is why it is not believed but
 * looked up: the token is dead, or it was not true.
 */
install.post('/uninstalled', async (c) => {
  const { account_id } = await c.req.parseBody()
  if (!findConnection(Number(account_id))) return c.body(null, 204)
  try {
    await call(Number(account_id), 'GET /v4/account')
    return c.text('The token still works', 409)
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error
    dropConnection(Number(account_id))
    return c.body(null, 204)
  }
})

async function whose(access_token: string): Promise<{ id: number; name: string }> {
  const response = await fetch(`${settings.envoi_url}/v4/account`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  const { account } = await response.json()
  return account
}

/** The state is in a cookie, so it is only valid in the browser that it was created for. */
function remember(c: Context, visit: Visit): void {
  setCookie(c, COOKIE, Buffer.from(JSON.stringify(visit)).toString('base64url'), {
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: 600,
    path: '/callback',
    secure: settings.app_url.startsWith('https:'),
  })
}

function recall(c: Context): Visit | undefined {
  const text = getCookie(c, COOKIE)
  deleteCookie(c, COOKIE, { path: '/callback' })
  return text ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as Visit) : undefined
}
