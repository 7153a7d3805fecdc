import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { restApp } from '../../../rest/app.ts'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { changeState } from '../../subscribers/state/state.ts'
import { findSuppressed } from '../../subscribers/state/suppression.ts'
import { confirmationUrl } from '../confirmation/tokens.ts'
import { CONFIRMATION_EMAIL } from '../emails/confirmation-email.ts'
import { sendDueEmails } from '../emails/send-due.ts'
import { FormSettings } from '../settings-schema.ts'
import { addToForms } from './subscriptions.ts'

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
const ask = (path: string, init: RequestInit = {}) => app.request(`http://envoi.test${path}`, init)

async function bouncedSubscriber({ double_opt_in }: { double_opt_in: boolean }) {
  const account = await testAccount()
  const { account_id, ctx } = account
  const settings = FormSettings.parse({})
  const uid = randomBytes(5).toString('hex')
  const form = await unscoped().form.create({
    data: { account_id, uid, name: 'Footer', format: 'inline', settings, double_opt_in },
  })
  // Attempts are counted per address across accounts.
  const email_address = `${uid}@example.net`
  const { id } = await ctx.db.subscriber.create({ data: { account_id, email_address } })
  await changeState(ctx, { ids: [Number(id)], transition: 'bounce', cause: 'bounce' })
  const state = async () => (await ctx.db.subscriber.findFirstOrThrow()).state
  const signUp = () =>
    ask(`/f/${uid}`, { method: 'POST', body: new URLSearchParams(asVisitor(uid, { email_address })) })
  const emails = () => unscoped().caughtMail.findMany({ where: { account_id }, orderBy: { id: 'asc' } })
  const subscriber_id = Number(id)
  return { account, ctx, form, subscriber_id, state, signUp, emails, app: dashboard(account).subscribers }
}

test.each([true, false])(
  'a bounced subscriber becomes active by confirming a new sign-up (double opt-in: %s)',
  async (double_opt_in) => {
    const { ctx, state, signUp, emails, subscriber_id, app } = await bouncedSubscriber({ double_opt_in })
    expect((await signUp()).status).toBe(200)
    expect((await signUp()).status).toBe(200)
    expect(await state()).toBe('bounced')
    await sendDueEmails(ctx, CONFIRMATION_EMAIL, { work_ms: 10_000 })
    const [email, ...more] = await emails()
    expect(more).toEqual([])
    const { text } = await PostalMime.parse(email?.raw ?? '')
    const path = new URL(text?.match(/https?:\/\/\S+/)?.[0] ?? '').pathname
    expect(await (await ask(path)).text()).toContain('<button>')
    expect(await state()).toBe('bounced')
    await ask(path, { method: 'POST' })
    expect(await state()).toBe('active')
    const { rows } = await app.history({ id: subscriber_id })
    expect(rows.filter(({ kind }) => kind === 'state_changed').map(({ detail }) => detail)).toMatchObject([
      { from_state: 'bounced', to_state: 'active', cause: 'confirmation', note: null },
      { from_state: 'active', to_state: 'bounced', cause: 'bounce' },
    ])
  },
)

test.each(['unsubscribed', 'deleted'])(
  'one who bounced and then %s confirms a new sign-up on a form without double opt-in, and gets emails again',
  async (left) => {
    const { ctx, state, signUp, emails, subscriber_id: id } = await bouncedSubscriber({ double_opt_in: false })
    const { email_address } = await ctx.db.subscriber.findFirstOrThrow()
    const isListed = async () => (await findSuppressed(ctx, { email_addresses: [email_address] })).has(email_address)
    if (left === 'unsubscribed')
      await changeState(ctx, { ids: [id], transition: 'unsubscribe', cause: 'unsubscribe_link' })
    else await ctx.db.subscriber.deleteMany()
    expect((await signUp()).status).toBe(200)
    expect([await state(), await isListed()]).toEqual(['inactive', true])
    await sendDueEmails(ctx, CONFIRMATION_EMAIL, { work_ms: 10_000 })
    const [email] = await emails()
    const { text } = await PostalMime.parse(email?.raw ?? '')
    await ask(new URL(text?.match(/https?:\/\/\S+/)?.[0] ?? '').pathname, { method: 'POST' })
    expect([await state(), await isListed()]).toEqual(['active', false])
  },
)

test('one who undoes an unsubscribe gets emails again, after a bounce too', async () => {
  const { ctx, state, subscriber_id: id } = await bouncedSubscriber({ double_opt_in: false })
  const { email_address } = await ctx.db.subscriber.findFirstOrThrow()
  await changeState(ctx, { ids: [id], transition: 'unsubscribe', cause: 'unsubscribe_link' })
  await changeState(ctx, { ids: [id], transition: 'resubscribe', cause: 'unsubscribe_link' })
  expect(await state()).toBe('active')
  expect(await findSuppressed(ctx, { email_addresses: [email_address] })).toEqual(new Map())
})

test('a confirmation link from before the bounce, or without a new sign-up, does not reactivate a subscriber', async () => {
  const { account, ctx, form, state, subscriber_id } = await bouncedSubscriber({ double_opt_in: true })
  const path = new URL(confirmationUrl({ account_id: account.account_id, form_id: form.id, subscriber_id })).pathname
  await ctx.db.confirmation.create({
    data: { account_id: account.account_id, form_id: form.id, subscriber_id, requested_at: new Date('2026-01-01') },
  })
  await ask(path, { method: 'POST' })
  expect(await state()).toBe('bounced')
})

test('adding a bounced subscriber to a form through the API sends no confirmation', async () => {
  const { ctx, form, state, emails, subscriber_id } = await bouncedSubscriber({ double_opt_in: true })
  await addToForms(ctx, { additions: [{ form_id: form.id, subscriber_id, referrer: null }] })
  await sendDueEmails(ctx, CONFIRMATION_EMAIL, { work_ms: 10_000 })
  expect(await emails()).toEqual([])
  expect(await state()).toBe('bounced')
})

test('an editor can restore a bounced subscriber with a reason, which the history shows', async () => {
  const { account, app, state, subscriber_id: id } = await bouncedSubscriber({ double_opt_in: false })
  const as = (role: 'viewer' | 'editor') => dashboard(account, withRole(account, role)).subscribers
  await expect(as('viewer').restore({ id, reason: 'x' })).rejects.toThrow('editor role')
  await expect(app.restore({ id, reason: '  ' })).rejects.toThrow('Reason can’t be blank')
  expect(await state()).toBe('bounced')
  await as('editor').restore({ id, reason: ' Lin wrote from this address today. ' })
  expect(await state()).toBe('active')
  const { rows } = await app.history({ id })
  expect(rows[0]?.detail).toMatchObject({
    from_state: 'bounced',
    to_state: 'active',
    cause: 'dashboard',
    note: 'Lin wrote from this address today.',
  })
  await expect(app.restore({ id, reason: 'Again' })).rejects.toThrow(
    'Only a bounced subscriber can be restored. This one is active.',
  )
})
