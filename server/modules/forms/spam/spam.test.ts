import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { later, stopClock } from '../../../testing/clock.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { solveProof } from '../embed/solve-proof.ts'
import { writeFormCounts } from '../results/count.ts'
import { getFormResults } from '../results/read.ts'
import { FormSettings } from '../settings-schema.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
let line = 0

async function openForm() {
  const { account_id, ctx } = await testAccount()
  const settings = FormSettings.parse({ fields: [{ custom_field_id: null }] })
  const uid = randomBytes(5).toString('hex')
  const form = await unscoped().form.create({
    data: { account_id, uid, name: 'Footer', format: 'inline', double_opt_in: false, settings },
  })
  const incoming = { incoming: { socket: { remoteAddress: `198.18.7.${++line}` } } }
  const send = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request(
      `http://envoi.test/f/${uid}${path}`,
      { method: 'POST', body: new URLSearchParams(fields), headers },
      incoming,
    )
  const blocked = async () => {
    await writeFormCounts(ctx.now())
    return (await getFormResults(ctx, { id: form.id, days: 1 })).blocked
  }
  const stored = () => ctx.db.subscriber.count()
  return { ctx, uid, send, blocked, stored }
}

test('the proof that browsers find begins with the asked zero bits of SHA-256', async () => {
  for (const email_address of [`lin${line}@spam-checks.example`, ` LÏN+${'x'.repeat(200)}@example.net`]) {
    const proof = await solveProof('a-token', email_address, 8)
    const key = createHash('sha256').update(`a-token:${encodeURIComponent(email_address.trim().toLowerCase())}`)
    const hash = createHash('sha256').update(key.digest('hex').slice(0, 32) + proof)
    expect(hash.digest()[0]).toBe(0)
  }
})

test('a browser with the script signs up immediately, with a challenge of this form and a proof for this address', async () => {
  const { uid, send, stored } = await openForm()
  const { token, bits, wait_ms } = await (await send('/views', { page: 'https://site.example/' })).json()
  const email_address = `lin${line}@spam-checks.example`
  const proof = { envoi_token: token, envoi_proof: await solveProof(token, email_address, bits) }
  later(wait_ms)
  for (const wrong of [
    { email_address: 'other@example.net', ...proof },
    { email_address, ...proof, envoi_token: `${token}x` },
    { email_address, ...proof, envoi_proof: '-1' },
  ])
    expect(await (await send('', wrong)).text()).toContain('One more step')
  const other = await openForm()
  expect(await (await other.send('', { email_address, ...proof })).text()).toContain('One more step')
  expect(await stored()).toBe(0)
  expect(await (await send('', { email_address, ...proof })).text()).toContain('You are on the list.')
  expect(await stored()).toBe(1)
  expect(uid).toBeTruthy()
})

test('a form sent faster than anyone can fill it in leads to the extra step', async () => {
  stopClock()
  const { send, stored, blocked } = await openForm()
  const { token, bits } = await (await send('/views', {})).json()
  const email_address = `lin${line}@spam-checks.example`
  const fields = { email_address, envoi_token: token, envoi_proof: await solveProof(token, email_address, bits) }
  expect(await (await send('', fields)).text()).toContain('One more step')
  expect([await stored(), await blocked()]).toEqual([0, 1])
})

test('without a script, one more click signs up with everything that was entered', async () => {
  stopClock()
  const { send, stored, blocked, ctx } = await openForm()
  const page = await (
    await send('', { email_address: `lin${line}@spam-checks.example`, first_name: '"Lin" <b>' })
  ).text()
  expect(page).toContain(`confirm that you want to subscribe lin${line}@spam-checks.example`)
  expect([await stored(), await blocked()]).toEqual([0, 1])
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']): [string, string] => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    ],
  )
  // A program that follows in the same moment takes the step again.
  expect(await (await send('', Object.fromEntries(hidden))).text()).toContain('One more step')
  later(1_500)
  expect(await (await send('', { ...Object.fromEntries(hidden), email_address: 'x@example.net' })).text()).toContain(
    'One more step',
  )
  expect(await (await send('', Object.fromEntries(hidden))).text()).toContain('You are on the list.')
  expect(await ctx.db.subscriber.findFirst()).toMatchObject({ first_name: '"Lin" <b>', state: 'active' })
  expect(await blocked()).toBe(2)
})

test('a client that asks for JSON gets the extra step as HTML', async () => {
  const { send } = await openForm()
  const answer = await send('', { email_address: `lin${line}@spam-checks.example` }, { Accept: 'application/json' })
  expect(await answer.json()).toMatchObject({
    is_step: true,
    redirect_url: null,
    message: 'Press “Continue” to subscribe.',
  })
})

test('a filled hidden field is answered as a sign-up, stored nowhere and counted', async () => {
  const { uid, send, stored, blocked } = await openForm()
  const trap = { ...asVisitor(uid, { email_address: 'bot@example.net' }), website: 'http://spam.example' }
  const caught = await send('', trap)
  expect(await caught.text()).toContain('You are on the list.')
  expect([caught.status, await stored(), await blocked()]).toEqual([200, 0, 1])
})
