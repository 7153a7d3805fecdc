import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { SECRET } from './session.ts'
import { settings } from './settings.ts'

/** Envoi's client ID at this app. */
const CLIENT_ID = 'envoi'
const COOKIE = 'plugin_token'
const random = () => randomBytes(32).toString('base64url')

/** Tokens by the code that Envoi exchanges for them, once. */
const codes = new Map<string, string>()

/**
 * The app's own OAuth server, at which Envoi is the client: requests to the automation nodes carry the token that it issues, so the app
 * knows whose they are. A real app would let the creator sign in first.
 */
export const signIn = new Hono()

signIn.get('/oauth/authorize', async (c) => {
  const { client_id, redirect_uri = '', state = '' } = c.req.query()
  const is_envoi = URL.parse(redirect_uri)?.origin === new URL(settings.envoi_url).origin
  if (client_id !== CLIENT_ID || !is_envoi) return c.text('This is not Envoi', 400)
  const code = random()
  const token = random()
  codes.set(code, token)
  setTimeout(() => codes.delete(code), 600_000).unref()
  await setSignedCookie(c, COOKIE, token, SECRET, { httpOnly: true, sameSite: 'Lax', path: '/callback', maxAge: 1800 })
  return c.redirect(`${redirect_uri}?${new URLSearchParams({ code, state })}`)
})

signIn.post('/oauth/token', async (c) => {
  const { client_id, client_secret, code } = (await c.req.parseBody()) as Record<string, string | undefined>
  if (client_id !== CLIENT_ID || !settings.plugin_secret || client_secret !== settings.plugin_secret)
    return c.json({ error: 'invalid_client' }, 401)
  const token = codes.get(code ?? '')
  if (!token) return c.json({ error: 'invalid_grant' }, 400)
  codes.delete(code ?? '')
  return c.json({ access_token: token, token_type: 'Bearer' })
})

/** The token that was issued in this browser, before Envoi sent the creator to `/connect`. */
export const issuedToken = async (c: Context): Promise<string | undefined> =>
  (await getSignedCookie(c, SECRET, COOKIE)) || undefined
