import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { takeEvents } from '../../../testing/events.ts'
import { makeSequence } from '../../../testing/modules/sequences.ts'
import { asVisitor } from '../../../testing/visitor.ts'
import { confirmationUrl } from '../../forms/confirmation/tokens.ts'
import { FormSettings } from '../../forms/settings-schema.ts'
import { addToForms } from '../../forms/subscriptions/subscriptions.ts'
import { followUpSignUps } from './enrolling.ts'

// Tests forms that tag new subscribers and add them to a sequence, set in the form's editor.

const app = restApp({ base_url: 'http://envoi.test', metrics_token: undefined })
let line = 0

async function formWithFollowUp({ double_opt_in }: { double_opt_in: boolean }) {
  const account = await testAccount()
  const { ctx } = account
  const sequence = await makeSequence(account)
  await sequence.email({ delay_value: 0 })
  const { tag } = (await api('POST /v4/tags', key(account), { name: 'Course' })).body
  const editor = dashboard(account).forms
  const form = await editor.create({ name: 'Footer', type: 'embed', format: 'inline' })
  const settings = FormSettings.parse({ tag_ids: [tag.id], sequence_ids: [sequence.id] })
  const save = (change: object = {}) =>
    editor.update({
      id: form.id,
      name: 'Footer',
      format: 'inline',
      double_opt_in,
      settings: { ...settings, ...change },
    })
  await save()
  const incoming = { incoming: { socket: { remoteAddress: `198.51.101.${++line}` } } }
  const ask = (path: string, body: Record<string, string>) =>
    app.request(`http://envoi.test${path}`, { method: 'POST', body: new URLSearchParams(body) }, incoming)
  const name = randomBytes(6).toString('hex')
  const signUp = async (address = name) =>
    expect((await ask(`/f/${form.uid}`, asVisitor(form.uid, { email_address: `${address}@example.net` }))).status).toBe(
      200,
    )
  const find = async (address = name) =>
    Number((await ctx.db.subscriber.findFirstOrThrow({ where: { email_address: `${address}@example.net` } })).id)
  const confirm = (subscriber_id: number) =>
    ask(new URL(confirmationUrl({ account_id: account.account_id, form_id: form.id, subscriber_id })).pathname, {})
  /** Runs what was requested. Returns the tags and sequences of a subscriber. */
  const given = async (subscriber_id: number) => {
    for (const { type, data } of await takeEvents(account.account_id)) {
      if (type !== 'form.follow_ups_requested' && type !== 'subscriber.became_mailable') continue
      await followUpSignUps(ctx, data as { subscriber_ids: number[] })
    }
    const tags = await ctx.db.tagging.findMany({ where: { subscriber_id } })
    const enrollments = await ctx.db.enrollment.findMany({ where: { subscriber_id } })
    return { tags: tags.map(({ tag_id }) => tag_id), sequences: enrollments.map(({ sequence_id }) => sequence_id) }
  }
  const all = { tags: [tag.id], sequences: [sequence.id] }
  return { account, ctx, form, sequence, tag, save, signUp, find, confirm, given, all, name }
}

const NOTHING = { tags: [], sequences: [] }

test('a form with double opt-in tags subscribers and adds them to its sequence once they confirm', async () => {
  const { signUp, find, confirm, given, all, ctx, sequence } = await formWithFollowUp({ double_opt_in: true })
  await signUp()
  const id = await find()
  expect(await given(id)).toEqual(NOTHING)
  expect((await confirm(id)).status).toBe(200)
  expect(await given(id)).toEqual(all)
  // Applied once: what was removed since does not come back with the next event.
  await ctx.db.enrollment.deleteMany({ where: { sequence_id: sequence.id } })
  await followUpSignUps(ctx, { subscriber_ids: [id] })
  expect((await given(id)).sequences).toEqual([])
})

test('an active subscriber is not asked to confirm again and gets tags and sequences of a double opt-in form right away', async () => {
  const { account, signUp, find, given, all, ctx, name } = await formWithFollowUp({ double_opt_in: true })
  await api('POST /v4/subscribers', key(account), { email_address: `${name}@example.net`, state: 'active' })
  await signUp()
  expect(await given(await find())).toEqual(all)
  expect(await ctx.db.confirmation.count()).toBe(0)
})

test('a form without double opt-in tags and enrolls immediately, also those who sign up again and those added by the API', async () => {
  const { account, form, signUp, find, given, all, ctx, save } = await formWithFollowUp({ double_opt_in: false })
  await signUp()
  const id = await find()
  expect(await given(id)).toEqual(all)
  await ctx.db.enrollment.deleteMany({ where: { subscriber_id: id } })
  await signUp()
  expect(await given(id)).toEqual(all)
  const { subscriber } = (await api('POST /v4/subscribers', key(account), { email_address: 'api@example.net' })).body
  await api(`POST /v4/forms/${form.id}/subscribers/${subscriber.id}`, key(account), {})
  expect(await given(subscriber.id)).toEqual(all)
  // An import has tags and a sequence of its own.
  const imported = (await api('POST /v4/subscribers', key(account), { email_address: 'csv@example.net' })).body
  const additions = [{ form_id: form.id, subscriber_id: imported.subscriber.id }]
  await addToForms(ctx, { additions, follow_up: false })
  expect(await given(imported.subscriber.id)).toEqual(NOTHING)
  await expect(save({ tag_ids: [999_999] })).rejects.toThrow('A tag no longer exists. Remove it from the form')
  await expect(save({ sequence_ids: [999_999] })).rejects.toThrow(
    'A sequence no longer exists. Remove it from the form',
  )
})

test('a paused sequence keeps those who sign up for when it is resumed, and a deleted tag is ignored', async () => {
  const { signUp, find, given, ctx, sequence, tag } = await formWithFollowUp({ double_opt_in: false })
  await sequence.call('PUT', { active: false })
  await ctx.db.tag.deleteMany({ where: { id: tag.id } })
  await signUp()
  expect(await given(await find())).toEqual({ tags: [], sequences: [sequence.id] })
})
