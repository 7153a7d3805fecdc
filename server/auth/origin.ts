import { env } from '../env.ts'

/**
 * Returns whether one of our pages sent this request (S8). Browsers send the origin with every POST, and a page cannot forge it. So a write with
 * a cookie needs one of our origins: the address that the browser requested, or APP_URL.
 */
export function isFromOurPages(headers: Headers): boolean {
  const origin = URL.parse(headers.get('origin') ?? '')
  if (!origin) return false
  return origin.origin === new URL(env().APP_URL).origin || origin.host === headers.get('host')
}
