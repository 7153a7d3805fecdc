import { expect, test, vi } from 'vitest'
import { serviceCtx } from '../core/context.ts'
import { deviceToken, knownDevice } from '../modules/users/devices.ts'
import { deviceOfSession, startSession } from '../modules/users/sessions.ts'
import { testAccount } from '../testing/account.ts'
import { visit } from '../testing/sign-in.ts'
import { deviceCookie, devicesIn } from './cookie.ts'
import { authOptions } from './options.ts'

const source = { ip: '127.0.0.1', user_agent: null }
const kept = (set_cookie: string) => new Headers({ cookie: `theme=dark; ${set_cookie.split(';')[0]}` })

test('a sign-in reports its session and makes the device known for the user', async () => {
  const { user_id } = await testAccount()
  const session_id = await startSession(serviceCtx(), { user_id, source })
  const onSignIn = vi.fn()
  const jwt = authOptions(visit({ onSignIn })).callbacks?.jwt
  const account = { provider: 'credentials', type: 'credentials', providerAccountId: '' } as const
  await jwt?.({ token: {}, user: { id: session_id }, account })
  expect(onSignIn).toHaveBeenCalledWith(session_id)
  const token = await deviceOfSession(serviceCtx(), { id: session_id })
  const cookie = deviceCookie(token ?? '', [])
  expect(cookie).toMatch(/^envoi\.device=[\w-]+; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
  expect(knownDevice(devicesIn(kept(cookie)), user_id)).toBeDefined()
  await jwt?.({ token: { sid: session_id }, user: { id: '' }, account: null })
  expect(onSignIn).toHaveBeenCalledTimes(1)
})

test('a browser that several users share is a known device for each user, five at most', () => {
  let headers = new Headers()
  for (let user_id = 1; user_id <= 7; user_id++) headers = kept(deviceCookie(deviceToken(user_id), devicesIn(headers)))
  const known = [1, 2, 3, 4, 5, 6, 7].filter((user_id) => knownDevice(devicesIn(headers), user_id))
  expect(known).toEqual([3, 4, 5, 6, 7])
  expect(devicesIn(new Headers())).toEqual([])
})
