import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { POST as callProcedure } from '../app/api/trpc/[trpc]/route.ts'
import { POST as decide } from '../app/oauth/decision/route.ts'
import { authOptions } from './auth/options.ts'
import { serviceCtx } from './core/context.ts'
import { unscoped } from './db/client.ts'
import { env } from './env.ts'
import { unsubscribeUrl } from './modules/delivery/tracking/tokens.ts'
import { confirmationUrl } from './modules/forms/confirmation/tokens.ts'
import { FormSettings } from './modules/forms/settings-schema.ts'
import { signIn } from './modules/users/sign-in.ts'
import { restApp } from './rest/app.ts'
import { routes } from './rest/registry.ts'
import { testAccount } from './testing/account.ts'
import { deepTest } from './testing/runner/deep.ts'
import { visit } from './testing/sign-in.ts'
import { visitorHeaders } from './testing/visitor.ts'
import { isOpen } from './trpc/request.ts'
import { appRouter } from './trpc/root.ts'

const MAX_BYTES = 64 * 1024
/** Maximum length of one value in a body of 64 KB, next to the others. */
const LONGEST = MAX_BYTES - 2_000
/** Texts on which slow patterns fail: one character or a few, repeated many times, followed by something that does not match. */
const FILLERS = [
  'a',
  '0',
  '!1',
  ' ',
  '-',
  '.',
  '@',
  'a@',
  '<a ',
  '"',
  '\\',
  '/',
  '%20',
  '{{',
  '\n',
  'é',
  '😀',
  '\u0000',
  'aB1!',
  'x.',
]
const values = FILLERS.flatMap((unit) => {
  const times = Math.floor(LONGEST / Buffer.byteLength(JSON.stringify(unit).slice(1, -1)))
  return [unit.repeat(times), `a${unit.repeat(times - 2)}a`]
})

/** Values that each field accepts, so only the long one is refused. */
const ACCEPTED: Record<string, unknown> = {
  name: 'Nora Lind',
  account_name: 'Studio North',
  email_address: 'nobody@studio.example',
  password: 'vR7-moss-lantern',
  time_zone: 'Europe/Oslo',
  token: 'x'.repeat(43),
  id: 1,
}

let source = 0
/** Returns a separate address for each request, because limits must not hide a request's cost. */
const nextAddress = () => `10.${++source >> 16}.${(source >> 8) & 255}.${source & 255}`

/** Seconds of this process's CPU. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const begin = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1e6
}

/** The trivial request for comparison: a failed sign-in, which hashes one password. */
const trivial = () =>
  cpuOf(() =>
    signIn(serviceCtx(), {
      email_address: `nobody-${randomBytes(6).toString('hex')}@studio.example`,
      password: 'not the right one',
      source: { ip: nextAddress(), user_agent: null },
    }),
  )

/** Maximum number of trivial requests. Quadratic work on 64 KB takes as long as hundreds. */
const BOUND = 8

async function expectCheap(requests: Iterable<[string, () => Promise<unknown>]>) {
  await trivial()
  const max_cost = BOUND * Math.min(await trivial(), await trivial(), await trivial())
  for (const [name, work] of requests) {
    let cost = await cpuOf(work)
    // Repeated, because the engine may have collected garbage or compiled during a request, or another process may have evicted the core's
    // caches.
    for (let more = 0; cost >= max_cost && more < 3; more++) cost = Math.min(cost, await cpuOf(work))
    expect(cost, name).toBeLessThan(max_cost)
  }
}

const json = (fields: Record<string, unknown>) => [JSON.stringify(fields), 'application/json'] as const
const form = (fields: Record<string, string>) =>
  [new URLSearchParams(fields).toString().slice(0, MAX_BYTES), 'application/x-www-form-urlencoded'] as const

interface Procedure {
  _def: { type: string; inputs: [{ shape: object }] }
}

deepTest('the longest body that a procedure open to anyone accepts costs no more than a few sign-ins', async () => {
  const send = (path: string, input: Record<string, unknown>) => async () => {
    const [body, type] = json(input)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BYTES)
    const headers = { 'content-type': type, origin: env().APP_URL, ...visitorHeaders(nextAddress()) }
    const url = `http://envoi.test/api/trpc/${path}`
    const answer = await callProcedure(new Request(url, { method: 'POST', headers, body }))
    expect(answer.status, await answer.text()).toBeLessThan(500)
  }
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>).filter(
    ([path]) => isOpen(path),
  )
  const paths = procedures.map(([path]) => path)
  expect(paths).toEqual(expect.arrayContaining(['account.signUp', 'users.resetPassword', 'team.join']))
  function* requests(): Generator<[string, () => Promise<unknown>]> {
    for (const [path, procedure] of procedures) {
      // A query answers 405, and for fields without a schema here only parsing costs anything.
      const { type, inputs } = procedure._def
      const fields = type === 'mutation' ? Object.keys(inputs[0].shape) : []
      expect(fields.length > 0, path).toBe(type === 'mutation')
      // Passwords have their own refinements; for other fields, the few worst texts suffice.
      for (const field of [...fields, 'unknown'])
        for (const value of field === 'password' ? values : values.filter((_, at) => at % 8 === 0))
          yield [`${path} ${field} ${value.slice(0, 8)}`, send(path, { ...ACCEPTED, [field]: value })]
    }
  }
  await expectCheap(requests())
})

deepTest('the longest body that an anonymous route accepts costs no more than a few sign-ins', async () => {
  const rest = restApp({ base_url: env().BASE_URL, metrics_token: undefined })
  const { account_id } = await testAccount()
  const { id: form_id, uid } = await unscoped().form.create({
    data: {
      account_id,
      uid: randomBytes(5).toString('hex'),
      name: 'Footer',
      format: 'inline',
      settings: FormSettings.parse({}),
    },
  })
  const subscriber = await unscoped().subscriber.create({ data: { account_id, email_address: 'lin@example.net' } })
  const ref = { account_id, mail_id: 1, subscriber_id: Number(subscriber.id) }
  const tokens: Record<string, string> = {
    '/f/:uid': `/f/${uid}`,
    '/f/:uid/frame': `/f/${uid}/frame`,
    '/f/:uid/views': `/f/${uid}/views`,
    '/f/recommended/:token': '/f/recommended/never-was',
    '/digest/stop/:token': '/digest/stop/never-was',
    '/p/:account_id/access': `/p/${account_id}/access`,
    '/:name{@[A-Za-z0-9-]+}/access': '/@never-was/access',
    '/u/:token': new URL(unsubscribeUrl(ref as never)).pathname,
    '/preferences/:token': new URL(unsubscribeUrl(ref as never)).pathname.replace('/u/', '/preferences/'),
    '/preferences/confirm/:token': '/preferences/confirm/never-was',
    '/hooks/bounces/:provider': '/hooks/bounces/generic',
    '/hooks/checkouts/:provider/:token': '/hooks/checkouts/stripe/never-was',
    '/confirm/:token': new URL(confirmationUrl({ ...ref, form_id } as never)).pathname,
  }
  const with_credential = new Set(routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`))
  const posts = rest.routes.filter(({ method, path }) => method === 'POST' && !with_credential.has(`POST ${path}`))
  expect(posts.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/f/:uid', '/u/:token', '/confirm/:token', '/oauth/register', '/v4/oauth/token']),
  )
  const send =
    (path: string, [body, type]: readonly [string, string]) =>
    async () => {
      const init = { method: 'POST', headers: { 'content-type': type, accept: 'application/json' }, body }
      const socket = { incoming: { socket: { remoteAddress: nextAddress() } } }
      const answer = await rest.request(`${env().BASE_URL}${path}`, init, socket)
      expect(answer.status, await answer.text()).toBeLessThan(500)
    }
  const fields = [
    'email_address',
    'first_name',
    'redirect_uris',
    'client_name',
    'client_id',
    'token',
    'code',
    'grant_type',
  ]
  function* requests(): Generator<[string, () => Promise<unknown>]> {
    for (const { path } of posts) {
      const address = tokens[path] ?? path
      expect(address, 'a new route needs an address here').not.toContain(':')
      for (const [at, value] of values.entries()) {
        const field = fields[at % fields.length] ?? ''
        const client = { redirect_uris: ['https://tool.example/cb'], client_name: 'Tool' }
        const long = field === 'redirect_uris' ? [`https://tool.example/${value.slice(100)}`] : value
        yield [`${path} ${field} as JSON`, send(address, json({ ...client, [field]: long }))]
        yield [`${path} ${field} as a form`, send(address, form({ email_address: 'a@b.example', [field]: value }))]
      }
    }
  }
  await expectCheap(requests())
})

test('the longest sign-in, decision and credential cost no more than a few sign-ins', async () => {
  const signIn = (credentials: Record<string, string>) => {
    const [provider] = authOptions(visit({ source: { ip: nextAddress(), user_agent: null } })).providers
    const { authorize } = provider as unknown as { authorize: (given: object) => Promise<unknown> }
    return authorize(credentials)
  }
  const rest = restApp({ base_url: env().BASE_URL, metrics_token: undefined })
  const decision = (request: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: env().APP_URL }
    return decide(
      new Request(`${env().APP_URL}/oauth/decision`, { method: 'POST', headers, body: `request=${request}` }),
    )
  }
  function* requests(): Generator<[string, () => Promise<unknown>]> {
    for (const value of values) {
      yield ['sign-in address', () => signIn({ email_address: value, password: 'x' })]
      yield ['sign-in password', () => signIn({ email_address: 'nobody@studio.example', password: value })]
      yield ['decision', () => decision(encodeURIComponent(value).slice(0, MAX_BYTES - 8))]
      const text = value.replace(/[^ -~]/g, 'x')
      yield ['bearer', async () => rest.request('/v4/tags', { headers: { authorization: `Bearer ${text}` } })]
      yield ['authorize', async () => rest.request(`/oauth/authorize?client_id=${encodeURIComponent(text)}`)]
    }
  }
  await expectCheap(requests())
})
