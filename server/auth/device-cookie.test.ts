import { expect, test, vi } from 'vitest'
import { serviceCtx } from '../core/context.ts'
import { deviceToken, knownDevice } from '../modules/users/devices.ts'
import { chooseLanguage } from '../modules/users/service.ts'
import { deviceOfSession, languageOfSession, startSession } from '../modules/users/sessions.ts'
import { testAccount } from '../testing/account.ts'
import { visit } from '../testing/sign-in.ts'
import { deviceCookie, devicesIn, localeCookie } from './cookie.ts'
import { authOptions } from './options.ts'

const source = { ip: '127.0.0.1', user_agent: null }
const headersWith = (set_cookie: string) => new Headers({ cookie: `theme=dark; ${set_cookie.split(';')[0]}` })

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
  expect(knownDevice(devicesIn(headersWith(cookie)), user_id)).toBeDefined()
  await jwt?.({ token: { sid: session_id }, user: { id: '' }, account: null })
  expect(onSignIn).toHaveBeenCalledTimes(1)
})

test("a user's language applies in each browser that they sign in with", async () => {
  const { user_id } = await testAccount()
  const id = await startSession(serviceCtx(), { user_id, source })
  expect(await languageOfSession(serviceCtx(), { id })).toBeUndefined()
  await chooseLanguage(serviceCtx(), { user_id, language: 'en-GB' })
  expect(await languageOfSession(serviceCtx(), { id })).toBe('en-GB')
  expect(localeCookie('en-GB')).toBe('envoi.locale=en-GB; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly')
  await chooseLanguage(serviceCtx(), { user_id, language: null })
  expect(await languageOfSession(serviceCtx(), { id })).toBeUndefined()
})

test('a browser that several users share is a known device for each user, up to five', () => {
  let headers = new Headers()
  for (let user_id = 1; user_id <= 7; user_id++)
    headers = headersWith(deviceCookie(deviceToken(user_id), devicesIn(headers)))
  const known = [1, 2, 3, 4, 5, 6, 7].filter((user_id) => knownDevice(devicesIn(headers), user_id))
  expect(known).toEqual([3, 4, 5, 6, 7])
  expect(devicesIn(new Headers())).toEqual([])
})
