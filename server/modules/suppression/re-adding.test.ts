import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { imported } from '../../testing/modules/imports.ts'
import { app, ledgerRows, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { makeSequence } from '../../testing/modules/sequences.ts'
import { asVisitor } from '../../testing/visitor.ts'
import { CONFIRMATION_EMAIL } from '../forms/emails/confirmation-email.ts'
import { sendDueEmails } from '../forms/emails/send-due.ts'
import { FormSettings } from '../forms/settings-schema.ts'
import { enrollSubscribers } from '../sequences/enrolling/enrolling.ts'
import { workSequence } from '../sequences/sending/sending.ts'
import { changeState } from '../subscribers/state/state.ts'

const csv = (addresses: readonly string[]) => `email\n${addresses.join('\n')}\n`

async function addForm({ account_id }: TestAccount, double_opt_in: boolean) {
  const uid = randomBytes(5).toString('hex')
  return unscoped().form.create({
    data: { account_id, uid, name: uid, type: 'hosted', double_opt_in, settings: FormSettings.parse({}) },
  })
}

async function signUpAt(account: TestAccount, double_opt_in: boolean, addresses: readonly string[]): Promise<void> {
  const { uid } = await addForm(account, double_opt_in)
  for (const email_address of addresses) {
    const { status } = await app.request(
      `/f/${uid}`,
      { method: 'POST', body: new URLSearchParams(asVisitor(uid, { email_address })) },
      { incoming: { socket: { remoteAddress: '203.0.113.61' } } },
    )
    expect(status).toBe(200)
  }
}

/** Every way to add addresses to an account. */
const WAYS: Record<string, (account: TestAccount, addresses: readonly string[]) => Promise<unknown>> = {
  api: async (account, addresses) => {
    for (const email_address of addresses)
      await api('POST /v4/subscribers', key(account), { email_address, state: 'active' })
  },
  bulk: async (account, addresses) => {
    const subscribers = addresses.map((email_address) => ({ email_address, state: 'active' }))
    expect((await api('POST /v4/bulk/subscribers', bearer(account), { subscribers })).status).toBe(200)
  },
  form: (account, addresses) => signUpAt(account, false, addresses),
  double_opt_in_form: (account, addresses) => signUpAt(account, true, addresses),
  import: (account, addresses) => imported(account.ctx, csv(addresses)),
  double_opt_in_import: async (account, addresses) => {
    const { id: form_id } = await addForm(account, true)
    await imported(account.ctx, csv(addresses), { state: 'inactive', double_opt_in: true, form_id })
  },
  purchase: async (account, addresses) => {
    for (const email_address of addresses) {
      const products = [{ name: 'Course', pid: 'p', lid: 'l', quantity: 1, unit_price: 40, sku: 'c' }]
      const purchase = { email_address, transaction_id: email_address, products }
      expect((await api('POST /v4/purchases', bearer(account), purchase)).status).toBe(201)
    }
  },
  dashboard: async (account, addresses) => {
    for (const email_address of addresses) await dashboard(account).subscribers.add({ email_address })
  },
}

test('no way of adding a subscriber who complained sends them email, whether they were deleted or not [B7]', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const sink = await sendToSink()
  const addresses = Object.keys(WAYS).flatMap((way) => [`${way}-kept@example.net`, `${way}-deleted@example.net`])
  const ids: number[] = []
  for (const email_address of addresses) {
    const { id } = await ctx.db.subscriber.create({ data: { account_id, email_address } })
    ids.push(Number(id))
  }
  await changeState(ctx, { ids, transition: 'complain', cause: 'complaint' })
  await ctx.db.subscriber.deleteMany({ where: { email_address: { endsWith: '-deleted@example.net' } } })

  for (const [way, add] of Object.entries(WAYS))
    await add(account, [`${way}-kept@example.net`, `${way}-deleted@example.net`, `${way}-new@example.net`])

  const kept = await ctx.db.subscriber.findMany({ where: { email_address: { endsWith: '-kept@example.net' } } })
  expect(new Set(kept.map(({ state }) => state))).toEqual(new Set(['complained']))
  expect(await sendDueEmails(ctx, CONFIRMATION_EMAIL, { work_ms: 600_000 })).toBe('finished')
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  const sequence = await makeSequence(account)
  await sequence.email({ delay_value: 0 })
  const everyone = await ctx.db.subscriber.findMany({ select: { id: true } })
  await enrollSubscribers(ctx, {
    pairs: everyone.map((row) => ({ sequence_id: sequence.id, subscriber_id: Number(row.id) })),
  })
  while ((await workSequence(ctx, { id: sequence.id, work_ms: 600_000 })).state === 'more');

  // A broadcast and the sequence, or a confirmation email where new addresses must be confirmed.
  const got = sink.messages.map(({ to }) => to)
  expect(got.filter((to) => !to.endsWith('-new@example.net'))).toEqual([])
  for (const way of Object.keys(WAYS)) {
    const emails = got.filter((to) => to === `${way}-new@example.net`)
    expect({ way, emails: emails.length }).toEqual({ way, emails: way.startsWith('double_opt_in') ? 1 : 2 })
  }
  const withheld = (await ledgerRows(account, id)).filter(({ email_address }) => !email_address.includes('-new@'))
  expect(new Set(withheld.map(({ state, reason }) => `${state} ${reason}`))).toEqual(new Set(['excluded suppressed']))
})
