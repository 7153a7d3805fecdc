import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { type Connection, findConnection } from './store.ts'

/** Signs cookies. A new key at each start ends all sessions; a real app stores its key. */
export const SECRET = randomBytes(32).toString('hex')

/** From now on this browser sees that account here. */
export async function connect(c: Context, account_id: number): Promise<void> {
  await setSignedCookie(c, 'account', String(account_id), SECRET, { httpOnly: true, sameSite: 'Lax', path: '/' })
}

/** The account that was connected in this browser, as long as the app is installed in it. */
export async function connected(c: Context): Promise<Connection | undefined> {
  const account_id = await getSignedCookie(c, SECRET, 'account')
  return account_id ? findConnection(Number(account_id)) : undefined
}
