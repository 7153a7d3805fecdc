import { decode } from 'next-auth/jwt'
import { env } from '../env.ts'

const isSecure = () => env().APP_URL.startsWith('https:')

/** The one cookie that counts. `__Secure-` makes browsers refuse it from and for anything but https. */
export const cookieName = () => `${isSecure() ? '__Secure-' : ''}envoi.session`

export const cookieOptions = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() }) as const

const deviceCookieName = () => `${isSecure() ? '__Secure-' : ''}envoi.device`
/** A browser that several users share keeps a token for each. */
const MAX_DEVICES = 5

/** The device tokens that a request carries, the latest first. */
export const devicesIn = (headers: Headers): string[] =>
  (cookieValue(headers.get('cookie') ?? '', deviceCookieName()) ?? '').split('.').filter(Boolean).slice(0, MAX_DEVICES)

/** The `Set-Cookie` value that makes this browser a known device, besides those that it already is. */
export function deviceCookie(token: string, known: readonly string[]): string {
  const value = [token, ...known].slice(0, MAX_DEVICES).join('.')
  const secure = isSecure() ? '; Secure' : ''
  return `${deviceCookieName()}=${value}; Path=/api/auth; Max-Age=31536000; HttpOnly; SameSite=Lax${secure}`
}

/** The session id in a request's cookie, or undefined when there is none that we sealed. */
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
