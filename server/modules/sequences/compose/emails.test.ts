import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'

const ALL = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const DAY_ONE = { subject: 'Day one', delay_value: 1, delay_unit: 'days' }

async function welcome() {
  const account = await testAccount()
  const { sequence } = (await api('POST /v4/sequences', key(account), { name: 'Welcome' })).body
  const path = `/v4/sequences/${sequence.id}/emails`
  const call = (operation: string, body?: unknown) => {
    const [method, rest = ''] = operation.split(' ')
    return api(`${method} ${path}${rest}`, key(account), body)
  }
  const make = async (body: object = {}) => (await call('POST', { ...DAY_ONE, ...body })).body.email
  return { account, sequence, call, make }
}

test("an email needs only subject and delay, and becomes a draft at the end with the sequence's sender and days", async () => {
  const { account, sequence, call } = await welcome()
  const { status, body } = await call('POST', DAY_ONE)
  expect(status).toBe(201)
  expect(body).toEqual({
    email: {
      id: expect.any(Number),
      sequence_id: sequence.id,
      subject: 'Day one',
      preview_text: null,
      email_address: account.email,
      email_template_id: null,
      published: false,
      position: 0,
      delay_value: 1,
      delay_unit: 'days',
      send_days: ALL,
      content: '',
    },
  })
  expect((await call(`GET /${body.email.id}`)).body).toEqual(body)
})

test('an email gets a position, reads with stats, changes to hours with two days in one PUT, and is deleted [contract 17.19]', async () => {
  const { call, make } = await welcome()
  await make()
  await make()
  // The PHP client omits a position of 0, and sends null days and a template of 0 with every request.
  const created = await call('POST', {
    ...DAY_ONE,
    preview_text: 'Hello',
    content: '<p>Hi {{ subscriber.first_name }}</p>',
    email_template_id: 0,
    send_days: null,
    position: null,
    published: 1,
  })
  expect(created.status).toBe(201)
  expect(created.body.email).toMatchObject({ position: 2, send_days: ALL, published: true, email_template_id: null })
  const { id } = created.body.email
  const { stats, ...email } = (await call(`GET /${id}?include=stats`)).body.email
  expect(email).toEqual(created.body.email)
  expect(stats).toEqual({
    recipients: 0,
    opens: 0,
    clicks: 0,
    email_unsubscribes: 0,
    bounces: 0,
    complaints: 0,
    open_rate: 0,
    click_rate: 0,
    click_to_open_rate: 0,
    unsubscribe_rate: 0,
    bounce_rate: 0,
    complaint_rate: 0,
  })
  const updated = await call(`PUT /${id}`, {
    delay_unit: 'hours',
    delay_value: 2,
    send_days: ['sunday', 'saturday'],
    position: 2,
  })
  expect(updated.status).toBe(200)
  expect(updated.body.email).toMatchObject({ delay_unit: 'hours', delay_value: 2, send_days: ['saturday', 'sunday'] })
  expect(await call(`DELETE /${id}`, [])).toMatchObject({ status: 204, body: null })
  expect((await call(`GET /${id}`)).status).toBe(404)
})

test('positions are unique, null appends, and an email can send its own position again [contract 20.18]', async () => {
  const { call, make } = await welcome()
  const [a, b] = [await make({ position: 5 }), await make()]
  expect([a.position, b.position]).toEqual([5, 6])
  const taken = { status: 422, body: { errors: ['position has already been taken'] } }
  expect(await call('POST', { ...DAY_ONE, position: 5 })).toMatchObject(taken)
  expect(await call(`PUT /${b.id}`, { position: 5 })).toMatchObject(taken)
  expect((await call(`PUT /${b.id}`, { position: 6, subject: 'Same place' })).body.email).toMatchObject({ position: 6 })
  expect((await call(`PUT /${b.id}`, { position: 0 })).body.email.position).toBe(0)
  expect((await call(`PUT /${b.id}`, { position: null })).body.email.position).toBe(0)
  await call(`DELETE /${a.id}`)
  expect((await make({ position: 5 })).position).toBe(5)
  const listed = (await call('GET')).body.emails
  expect(listed.map(({ position }: { position: number }) => position)).toEqual([0, 5])
  const race = await Promise.all(Array.from({ length: 4 }, () => call('POST', { ...DAY_ONE, position: 9 })))
  expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
})

test('send_days are rejected in hours mode, but null is accepted [contract 20.18]', async () => {
  const { call, make } = await welcome()
  const refused = { status: 422, body: { errors: ['send_days cannot be set when delay_unit is hours'] } }
  const hours = { subject: 'x', delay_value: 3, delay_unit: 'hours' }
  expect(await call('POST', { ...hours, send_days: ['monday'] })).toMatchObject(refused)
  const made = await call('POST', { ...hours, send_days: null })
  expect(made.body.email.send_days).toBeNull()
  const { id } = made.body.email
  expect(await call(`PUT /${id}`, { send_days: ['monday'] })).toMatchObject(refused)
  expect((await call(`PUT /${id}`, { send_days: null, subject: 'y' })).body.email.subject).toBe('y')
  const days = await make({ send_days: ['friday', 'monday', 'friday'] })
  expect(days.send_days).toEqual(['monday', 'friday'])
  expect((await call(`PUT /${days.id}`, { subject: 'z' })).body.email.send_days).toEqual(['monday', 'friday'])
  expect((await call(`PUT /${days.id}`, { send_days: null })).body.email.send_days).toEqual(ALL)
  expect((await call(`PUT /${days.id}`, { delay_unit: 'hours' })).body.email.send_days).toBeNull()
})

test('only the first email can be immediate, whichever change would break that', async () => {
  const { call, make } = await welcome()
  const refused = { status: 422, body: { errors: ['only the first email can be sent immediately'] } }
  const first = await make({ delay_value: 0, position: 3 })
  expect(first.delay_value).toBe(0)
  expect(await call('POST', { ...DAY_ONE, delay_value: 0 })).toMatchObject(refused)
  const second = await make()
  expect(await call(`PUT /${second.id}`, { delay_value: 0 })).toMatchObject(refused)
  expect(await call(`PUT /${second.id}`, { position: 1 })).toMatchObject(refused)
  expect(await call('POST', { ...DAY_ONE, position: 0 })).toMatchObject(refused)
  expect((await call('GET')).body.emails).toHaveLength(2)
})

test.each([
  [{ subject: '' }, "subject can't be blank"],
  [{ subject: null }, "subject can't be blank"],
  [{ delay_unit: 'weeks' }, 'delay_unit must be one of: days, hours'],
  [{ delay_unit: 7 }, 'delay_unit must be one of: days, hours'],
  [{ delay_value: -1 }, 'delay_value must be a non-negative integer'],
  [{ delay_value: 1.5 }, 'delay_value must be a non-negative integer'],
  [{ delay_value: 'soon' }, 'delay_value must be a non-negative integer'],
  [{ position: -1 }, 'position must be a non-negative integer'],
  [{ position: 1e12 }, 'position must be a non-negative integer'],
  [{ send_days: ['noday'] }, 'send_days must be days of the week'],
  [{ email_template_id: 2_000_000 }, 'Email template not found'],
])('%j is rejected with "%s", on POST and on PUT [S1]', async (change, text) => {
  const { call, make } = await welcome()
  const refused = { status: 422, body: { errors: [text] } }
  expect(await call('POST', { ...DAY_ONE, ...change })).toMatchObject(refused)
  const { id } = await make()
  expect(await call(`PUT /${id}`, change)).toMatchObject(refused)
})

test('an empty POST body names what is missing, and an empty PUT body changes nothing', async () => {
  const { call, make } = await welcome()
  for (const body of [[], {}, undefined]) {
    const { status, body: answer } = await call('POST', body)
    expect(status).toBe(422)
    expect(answer.errors).toEqual([
      "subject can't be blank",
      'delay_value must be a non-negative integer',
      'delay_unit must be one of: days, hours',
    ])
  }
  const email = await make({ content: '<p>Hi</p>', preview_text: 'x' })
  expect((await call(`PUT /${email.id}`, [])).body.email).toEqual(email)
  const cleared = await call(`PUT /${email.id}`, { content: null, preview_text: null, email_template_id: null })
  expect(cleared.body.email).toMatchObject({ content: '', preview_text: null, email_template_id: null })
})

test('the list is in send order and paginated, with content only on request', async () => {
  const { call, make } = await welcome()
  for (const position of [4, 0, 2]) await make({ position, subject: `At ${position}`, content: '<p>Hi</p>' })
  const { emails } = (await call('GET')).body
  expect(emails.map(({ subject }: { subject: string }) => subject)).toEqual(['At 0', 'At 2', 'At 4'])
  expect(emails[0]).not.toHaveProperty('content')
  expect(emails[0]).not.toHaveProperty('stats')
  expect((await call('GET ?include_content=1&include=stats')).body.emails[0]).toMatchObject({
    content: '<p>Hi</p>',
    stats: { recipients: 0, open_rate: 0 },
  })
  const one = await call('GET ?per_page=1')
  const two = await call(`GET ?per_page=1&after=${one.body.pagination.end_cursor}`)
  expect(two.body.emails).toMatchObject([{ subject: 'At 2' }])
  const back = await call(`GET ?per_page=1&before=${two.body.pagination.start_cursor}`)
  expect(back.body.emails).toEqual(one.body.emails)
})

test('an email of another sequence is not found [S11]', async () => {
  const { account, call, make } = await welcome()
  const { id } = await make()
  const other = (await api('POST /v4/sequences', key(account), { name: 'Other' })).body.sequence
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await api(`${method} /v4/sequences/${other.id}/emails/${id}`, key(account), { subject: '' })).status).toBe(
      404,
    )
  expect((await call(`GET /${id}`)).status).toBe(200)
})

test('content is sanitized on write [S3]', async () => {
  const { make } = await welcome()
  const { content } = await make({ content: '<p onclick="x()">Hi<script>alert(1)</script> {{ snippet.sign-off }}</p>' })
  expect(content).toBe('<p>Hi {{ snippet.sign-off }}</p>')
})

test('the dashboard reorders all emails in one step on their existing positions', async () => {
  const { account, sequence, make } = await welcome()
  const [a, b, c] = [await make(), await make({ position: 4 }), await make({ position: 9 })]
  const app = dashboard(account).sequences
  await app.reorder({ sequence_id: sequence.id, email_ids: [c.id, a.id, b.id] })
  const { rows } = await app.emails({ sequence_id: sequence.id })
  expect(rows.map(({ id, position }) => [id, position])).toEqual([
    [c.id, 0],
    [a.id, 4],
    [b.id, 9],
  ])
  for (const email_ids of [
    [a.id, b.id],
    [a.id, b.id, b.id],
    [a.id, b.id, c.id, 1],
  ])
    await expect(app.reorder({ sequence_id: sequence.id, email_ids })).rejects.toThrow('have changed')
})

test('a sequence email without content cannot be published, and the error says what is missing', async () => {
  const { account, sequence, call, make } = await welcome()
  const missing = "Content can't be blank. Write the email before you publish it"
  const refused = { status: 422, body: { errors: [missing] } }
  expect(await call('POST', { ...DAY_ONE, published: true })).toMatchObject(refused)
  const { id } = await make({ content: '<p> </p>' })
  expect(await call(`PUT /${id}`, { published: true })).toMatchObject(refused)
  const app = dashboard(account).sequences
  await expect(app.updateEmail({ sequence_id: sequence.id, id, published: true })).rejects.toThrow(missing)
  expect((await call(`GET /${id}`)).body.email.published).toBe(false)
  expect((await call(`PUT /${id}`, { published: true, content: '<p>Hi</p>' })).status).toBe(200)
  expect(await call(`PUT /${id}`, { content: null })).toMatchObject(refused)
  expect((await call(`PUT /${id}`, { content: null, published: false })).status).toBe(200)
})
