import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, ledgerRows, sendAll, startBroadcast } from '../../../testing/modules/sending.ts'

const DEEP = '<div>'.repeat(50_000)
const REFUSED = /^(document_attributes\.value_html|content), line 1: HTML elements are nested deeper than 200 levels/

test('deeply nested HTML is answered with 422 wherever the API takes HTML', async () => {
  const account = await testAccount()
  const app = bearer(account)
  const { broadcast } = (await api('POST /v4/broadcasts', app, { subject: 'x' })).body
  const { sequence } = (await api('POST /v4/sequences', app, { name: 'x' })).body
  const emails = `/v4/sequences/${sequence.id}/emails`
  const input = { subject: 'x', delay_value: 1, delay_unit: 'days' }
  const { email } = (await api(`POST ${emails}`, app, input)).body
  const block = (value_html: string) => ({ snippet_type: 'block', document_attributes: { value_html } })
  const inline = (content: string) => ({ snippet_type: 'inline', content })
  const made = async (body: object) => (await api('POST /v4/snippets', app, { name: 'x', ...body })).body.snippet.id
  const snippets = { block: await made(block('<p>x</p>')), inline: await made(inline('x')) }

  const tables = '<table><tr><td>'.repeat(20_000)
  const lists = '<ul><li>'.repeat(20_000)
  for (const html of [DEEP, tables, lists]) {
    const requests: [string, object][] = [
      ['POST /v4/broadcasts', { subject: 'x', content: html }],
      [`PUT /v4/broadcasts/${broadcast.id}`, { content: html }],
      [`POST ${emails}`, { ...input, delay_value: 2, content: html }],
      [`PUT ${emails}/${email.id}`, { content: html }],
      ['POST /v4/snippets', { name: 'y', ...block(html) }],
      ['POST /v4/snippets', { name: 'y', ...inline(html) }],
      [`PUT /v4/snippets/${snippets.block}`, block(html)],
      [`PUT /v4/snippets/${snippets.inline}`, inline(html)],
    ]
    for (const [operation, body] of requests) {
      const { status, body: answer } = await api(operation, app, body)
      expect([operation, status, answer.errors]).toEqual([operation, 422, [expect.stringMatching(REFUSED)]])
    }
  }
  const liquid = await api('POST /v4/broadcasts', app, {
    subject: 'x',
    content: `<p>${'{% if a %}'.repeat(4_000)}</p>`,
    send_at: '2030-01-01T00:00:00Z',
  })
  expect(liquid).toMatchObject({
    status: 422,
    body: {
      errors: expect.arrayContaining([expect.stringContaining('Liquid tags are nested deeper than 200 levels')]),
    },
  })
})

test('deeply nested HTML is rejected wherever the dashboard takes HTML, and the preview says so', async () => {
  const app = dashboard(await testAccount())
  await expect(app.broadcasts.create({ subject: 'x', content: DEEP })).rejects.toThrow(REFUSED)
  await expect(app.posts.create({ title: 'x', content: DEEP })).rejects.toThrow(REFUSED)
  const post = await app.posts.create({ title: 'x', content: '<p>x</p>' })
  await expect(app.posts.save({ id: post.id, content: DEEP })).rejects.toThrow(REFUSED)
  const { id } = await app.snippets.create({ name: 'x', snippet_type: 'inline', content: 'x' })
  expect(await app.snippets.preview({ id, source: DEEP })).toEqual({
    html: '',
    mistake: expect.stringMatching(/^Line 1: HTML elements are nested deeper than 200 levels/),
  })
})

test('deeply nested HTML that is already stored shows in the preview and stops only its own broadcast', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const app = dashboard(account)
  const { id } = await app.broadcasts.create({ subject: 'x', content: '<p>x</p>' })
  await account.ctx.db.broadcast.updateMany({ where: { id }, data: { content: DEEP } })
  expect((await app.broadcasts.preview({ id })).mistakes).toMatchObject([
    { part: 'content', line: 1, message: expect.stringContaining('nested deeper than 200 levels') },
  ])
  await expect(app.broadcasts.send({ id })).rejects.toThrow('nested deeper than 200 levels')
})

test('snippets that are too deep only in combination are reported before sending', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const html = `${'<div>'.repeat(150)}x${'</div>'.repeat(150)}`
  await app.snippets.create({ name: 'Deep', snippet_type: 'inline', content: html })
  const { id } = await app.broadcasts.create({ subject: 'x', content: html.replace('x', '{{ snippet.deep }}') })
  expect((await app.broadcasts.preview({ id })).mistakes).toMatchObject([
    { message: expect.stringContaining('nested deeper than 200 levels') },
  ])
})

test('content with 200 levels is sent in every layout', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const content = `${'<div>'.repeat(200)}x${'</div>'.repeat(200)}`
  for (const template of await account.ctx.db.emailTemplate.findMany()) {
    const id = await startBroadcast(account, { content, email_template_id: template.id })
    await sendAll(account, id)
    expect(await ledgerRows(account, id)).toMatchObject([{ state: 'sent' }])
  }
})
