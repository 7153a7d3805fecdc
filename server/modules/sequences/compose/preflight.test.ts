import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers } from '../../../testing/modules/sending.ts'
import { makeSequence, sequenceFixture } from '../../../testing/modules/sequences.ts'

/** Exceeds a template limit for subscribers whose city is BAD. */
const LOOPS = '<p>{% assign n = subscriber.city | plus: 0 %}{% for i in (1..n) %}.{% endfor %}</p>'
const BAD = '99999'
const EMAIL = { subject: 'Day one', content: LOOPS, delay_value: 1, delay_unit: 'days' } as const
const reason = /^The email cannot be built for subscriber3@example\.net\. Content: .+/
const refused = { status: 422, body: { errors: [expect.stringMatching(reason)] } }

/** A sequence with three subscribers, the last of whom has this city. */
async function sequenceWith(city: string) {
  const account = await testAccount()
  const ids = await addSubscribers(account, 3)
  const sequence = await makeSequence(account)
  for (const id of ids) await sequence.call(`POST /subscribers/${id}`)
  const setCity = (city: string) =>
    account.ctx.db.subscriber.updateMany({ where: { id: ids[2] as number }, data: { city } })
  await setCity(city)
  return { ...sequence, account, app: dashboard(account).sequences, setCity }
}

test('a sequence email that fails to render for one subscriber is not published, and the error says why', async () => {
  const { id, call, app, setCity } = await sequenceWith(BAD)
  expect(await call('POST /emails', { ...EMAIL, published: true })).toMatchObject(refused)
  const { email } = (await call('POST /emails', EMAIL)).body
  expect(email.published).toBe(false)
  expect(await call(`PUT /emails/${email.id}`, { published: true })).toMatchObject(refused)
  await expect(app.updateEmail({ sequence_id: id, id: email.id, published: true })).rejects.toThrow(reason)
  expect((await call('GET /emails')).body.emails).toMatchObject([{ id: email.id, published: false }])
  await setCity('5')
  expect((await call(`PUT /emails/${email.id}`, { published: true })).status).toBe(200)
})

test('a published sequence email keeps its content when the new content fails to render', async () => {
  const { call, email } = await sequenceWith(BAD)
  const id = await email()
  expect(await call(`PUT /emails/${id}`, { content: LOOPS })).toMatchObject(refused)
  expect((await call(`GET /emails/${id}`)).body.email.content).toContain('read on')
  // Changing only the delay needs no preflight.
  expect((await call(`PUT /emails/${id}`, { delay_value: 3 })).status).toBe(200)
})

test('the preflight uses account subscribers or a sample while the sequence has no subscribers', async () => {
  const account = await testAccount()
  const { call } = await makeSequence(account)
  const always = { ...EMAIL, content: '<p>{% for i in (1..99999) %}.{% endfor %}</p>', published: true }
  const errors = async () => (await call('POST /emails', always)).body.errors
  expect(await errors()).toEqual([
    expect.stringContaining('The email cannot be built for robin@example.com. Content: '),
  ])
  await addSubscribers(account, 1)
  expect(await errors()).toEqual([expect.stringContaining('for subscriber1@example.net. Content: ')])
})

test('publishing a sequence email with invalid Liquid names the line', async () => {
  const { call } = await makeSequence(await testAccount())
  const broken = { ...EMAIL, content: '<p>One</p>\n<p>{% if %}</p>', published: true }
  expect(await call('POST /emails', broken)).toMatchObject({
    status: 422,
    body: { errors: [expect.stringMatching(/^content, line 2: /)] },
  })
})

test('the checks of a sequence email count empty merge fields among who is in the sequence, and say what blocks it', async () => {
  const { account, id: sequence_id, ids, email, join } = await sequenceFixture(3)
  const app = dashboard(account).sequences
  const id = await email({
    content: '<p>Hello {{ subscriber.first_name }}, {{ subscriber.frist_name }}</p><a href="">x</a>',
  })
  await addSubscribers(account, 2, 'outside')
  await account.ctx.sql.run('update subscriber set first_name = null where account_id = $1')
  await join(ids.slice(0, 2))
  const { remarks, audience_count } = await app.checklist({ sequence_id, id })
  expect(audience_count).toBe(2)
  expect(remarks.map(({ code }) => code)).toEqual(['empty_link', 'unknown_field', 'empty_field'])
  expect(remarks.at(-1)?.message).toContain(
    'is empty for all recipients: subscriber1@example.net, subscriber2@example.net.',
  )
  await account.ctx.db.account.updateMany({ data: { postal_address: null } })
  expect((await app.checklist({ sequence_id, id })).remarks[0]).toMatchObject({ level: 'blocker' })
})

test('the checklist names what was left out of an email, also of a text that waits to be published', async () => {
  const account = await testAccount()
  const { id: sequence_id, call } = await makeSequence(account)
  const app = dashboard(account).sequences
  const named = async (id: number) =>
    (await app.checklist({ sequence_id, id })).remarks.flatMap(({ code, message }) =>
      code === 'left_out' ? message : [],
    )
  const form = '<form><p>Words</p></form>'
  const { email } = (await call('POST /emails', { ...EMAIL, content: form })).body
  expect(await named(email.id)).toEqual(['<form> was left out: emails and posts cannot contain it.'])
  await call(`PUT /emails/${email.id}`, { content: '<p>Words</p>', published: true })
  expect(await named(email.id)).toEqual([])
  await app.updateEmail({ sequence_id, id: email.id, content: form })
  expect(await named(email.id)).toHaveLength(1)
})
