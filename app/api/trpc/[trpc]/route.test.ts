import { expect, test } from 'vitest'
import { env } from '@/server/env.ts'
import { testAccount } from '@/server/testing/account.ts'
import { uploaded } from '@/server/testing/imports.ts'
import { signedIn } from '@/server/testing/signed-in.ts'
import { GET, POST } from './route.ts'

const call = (body: BodyInit, headers: Record<string, string> = {}) =>
  POST(
    new Request('http://envoi.test/api/trpc/people.requestReset', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: env().APP_URL, ...headers },
      body,
      duplex: 'half',
    } as RequestInit),
  )

test('a stranger’s endless call is cut off, and others are answered', async () => {
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)) })
  expect((await call(endless)).status).toBe(413)
  expect((await call(JSON.stringify({ email_address: 'nobody@example.net' }))).status).toBe(200)
})

test('S8: a call from a page of another site is refused', async () => {
  expect((await call('{}', { Origin: 'https://elsewhere.example' })).status).toBe(403)
})

test('what an input is refused for is said in words, each once', async () => {
  const answer = await call(JSON.stringify({ email_address: 'nobody' }))
  const { error } = (await answer.json()) as { error: { message: string; data: { messages: string[] } } }
  expect(answer.status).toBe(400)
  expect(error.message).toBe(error.data.messages.join('. '))
  expect(error.message).not.toMatch(/[[{]/)
})

test('a question too long for an address is asked by POST; a change is never asked for by GET', async () => {
  const account = await testAccount()
  const names = Array.from({ length: 300 }, (_, at) => `A question as people ask it, number ${at}`)
  const { id } = await uploaded(account.ctx, `Email,${names.join()}\na@x.example,${names.join()}\n`)
  const columns = [{ target: 'email_address' }, ...names.map((label) => ({ target: 'new_field', label }))]
  const url = (name: string) => `http://envoi.test/api/trpc/imports.${name}`
  const headers = { cookie: await signedIn(account), origin: env().APP_URL, 'content-type': 'application/json' }
  const asked = await POST(
    new Request(url('check'), { method: 'POST', headers, body: JSON.stringify({ id, columns }) }),
  )
  expect(await asked.json()).toMatchObject({ result: { data: { rows: 1, counts: { created: 1 } } } })
  const input = encodeURIComponent(JSON.stringify({ id }))
  expect((await GET(new Request(`${url('remove')}?input=${input}`, { headers }))).status).toBe(405)
  expect(await account.ctx.db.import.count()).toBe(1)
})
