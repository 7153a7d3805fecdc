import { env } from '../env.ts'

/**
 * Whether a page of ours sent this request (S8). Browsers name the origin of every POST and a page cannot forge it, so a
 * write that rides on a cookie is refused without one of ours: the address the browser itself asked for, or APP_URL.
 */
export function isFromOurPages(headers: Headers): boolean {
  const origin = URL.parse(headers.get('origin') ?? '')
  if (!origin) return false
  return origin.origin === new URL(env().APP_URL).origin || origin.host === headers.get('host')
}
