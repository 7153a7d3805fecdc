import { decode } from 'next-auth/jwt'
import { LOCALE_COOKIE } from '../core/locale/locales.ts'
import { env } from '../env.ts'

const isSecure = () => env().APP_URL.startsWith('https:')

/** The session cookie. With `__Secure-`, browsers accept and send it over HTTPS only. */
export const cookieName = () => `${isSecure() ? '__Secure-' : ''}envoi.session`

export const cookieOptions = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() }) as const

const deviceCookieName = () => `${isSecure() ? '__Secure-' : ''}envoi.device`
/** Maximum number of device tokens in a browser. A browser that several users share keeps a token for each. */
const MAX_DEVICES = 5

/** Returns the device tokens of a request, latest first. */
export const devicesIn = (headers: Headers): string[] =>
  (cookieValue(headers.get('cookie') ?? '', deviceCookieName()) ?? '').split('.').filter(Boolean).slice(0, MAX_DEVICES)

/** Returns the `Set-Cookie` value that adds a device token to the browser's. */
export function deviceCookie(token: string, known: readonly string[]): string {
  const value = [token, ...known].slice(0, MAX_DEVICES).join('.')
  const secure = isSecure() ? '; Secure' : ''
  return `${deviceCookieName()}=${value}; Path=/api/auth; Max-Age=31536000; HttpOnly; SameSite=Lax${secure}`
}

/** Returns the `Set-Cookie` value that keeps a locale for the browser. With an empty tag, the browser's own languages count. */
export const localeCookie = (tag: string): string =>
  `${LOCALE_COOKIE}=${tag}; Path=/; Max-Age=${tag ? YEAR_S : 0}; SameSite=Lax; HttpOnly`

const YEAR_S = 365 * 86_400

/** Returns the session id in a request's cookie, or undefined without a valid cookie. */
export async function sessionIdOf(headers: Headers): Promise<string | undefined> {
  const sealed = cookieValue(headers.get('cookie') ?? '', cookieName())
  if (!sealed) return undefined
  const token = await decode({ token: sealed, secret: env().SECRET_KEY }).catch(() => null)
  return typeof token?.sid === 'string' ? token.sid : undefined
}

function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
