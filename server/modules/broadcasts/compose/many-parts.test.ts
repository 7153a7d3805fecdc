import { expect, inject, onTestFinished, test } from 'vitest'
import { openTextThreads } from '../../../core/texts/text-work.ts'
import { TextThreads } from '../../../mail/threads/text-threads.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { PATIENCE } from '../../../testing/patience.ts'

// Texts in which one kind of part is more than an email may have (contract 18).
const links = (count: number) => Array.from({ length: count }, (_, at) => `<a href="https://shop.example/${at}">x</a>`)
const TOO_MANY: [string, string][] = [
  [`<p>${'{{ subscriber.first_name }}'.repeat(5_001)}</p>`, '5,001 Liquid outputs such as {{ … }}; 5,000 are accepted'],
  [`<p>${'{% if a %}b{% endif %}'.repeat(2_501)}</p>`, '5,002 Liquid tags such as {% … %}; 5,000 are accepted'],
  [links(2_001).join(''), '2,001 links; 2,000 are accepted'],
  ['<br>'.repeat(50_001), '50,001 HTML tags; 50,000 are accepted'],
  ['<!--x-->'.repeat(50_001), '50,001 HTML tags; 50,000 are accepted'],
]

test('a text with too many parts is answered with 422, which names the member, the number and the limit, wherever one is saved', async () => {
  const account = await testAccount()
  const app = bearer(account)
  const { broadcast } = (await api('POST /v4/broadcasts', app, { subject: 'x' })).body
  const { sequence } = (await api('POST /v4/sequences', app, { name: 'x' })).body
  const emails = `/v4/sequences/${sequence.id}/emails`
  const input = { subject: 'x', delay_value: 1, delay_unit: 'days' }
  const { email } = (await api(`POST ${emails}`, app, input)).body
  const block = (value_html: string) => ({ snippet_type: 'block', document_attributes: { value_html } })
  const inline = (content: string) => ({ snippet_type: 'inline', content })
  for (const [at, [content, found]] of TOO_MANY.entries()) {
    const requests: [string, object, string?][] = [
      ['POST /v4/broadcasts', { subject: 'x', content }],
      [`PUT /v4/broadcasts/${broadcast.id}`, { content }],
      [`POST ${emails}`, { ...input, delay_value: 2, content }],
      [`PUT ${emails}/${email.id}`, { content }],
      ['POST /v4/snippets', { name: 'y', ...block(content) }, 'document_attributes.value_html'],
      ['POST /v4/snippets', { name: 'y', ...inline(content) }],
    ]
    // One text goes everywhere, and each text somewhere.
    const sent = at === 0 ? requests : requests.slice(at, at + 1)
    for (const [operation, body, member = 'content'] of inject('is_deep') ? requests : sent) {
      const { status, body: answer } = await api(operation, app, body)
      expect([operation, status, answer.errors]).toEqual([operation, 422, [`${member}: it has ${found}`]])
    }
  }
})

test('a text with too many parts is refused in posts and own templates, and named in a preview', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  for (const [content, found] of TOO_MANY) {
    await expect(app.posts.create({ title: 'x', content })).rejects.toThrow(`content: it has ${found}`)
    const source = `<html><body>{{ content }}${content}</body></html>`
    if (source.length > 200_000) continue
    const { mistake } = await app.templates.preview({ source })
    expect(mistake).toMatch(/it has [\d,]+ (?:Liquid|links|HTML)/)
  }
})

test('a broadcast that was stored with 25,000 links says so in its preview, and is not sent', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { id } = await app.broadcasts.create({ subject: 'x', content: '<p>x</p>' })
  await account.ctx.db.broadcast.updateMany({ where: { id }, data: { content: links(25_000).join('') } })
  expect((await app.broadcasts.preview({ id })).mistakes).toMatchObject([
    { part: 'content', message: 'it has 25,000 links; 2,000 are accepted' },
  ])
  await expect(app.broadcasts.send({ id })).rejects.toThrow('it has 25,000 links; 2,000 are accepted')
})

test('a text that is too long only with its layout says so in its preview', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  const { id } = await app.broadcasts.create({ subject: 'x', content: `<p>${'word '.repeat(199_900)}</p>` })
  expect((await app.broadcasts.preview({ id })).mistakes).toMatchObject([
    { part: 'content', message: 'the template is too long' },
  ])
})

test('parts of snippets count with those of the text that uses them', async () => {
  const account = await testAccount()
  const app = dashboard(account)
  await app.snippets.create({ name: 'Shop', snippet_type: 'inline', content: links(1_500).join('') })
  const { id } = await app.broadcasts.create({ subject: 'x', content: '{{ snippet.shop }}{{ snippet.shop }}' })
  expect((await app.broadcasts.preview({ id })).mistakes).toMatchObject([
    { message: expect.stringContaining('it has 3,000 links; 2,000 are accepted') },
  ])
})

test('a text with the most of each part is saved and shown, also by the threads of a running service', async () => {
  const threads = openTextThreads(new TextThreads({ limit_ms: PATIENCE.timeout }))
  onTestFinished(threads.stop)
  const account = await testAccount()
  const app = dashboard(account)
  const content = [
    ...links(1_999),
    ...Array.from({ length: 4_999 }, () => '{{ subscriber.first_name }}'),
    ...Array.from({ length: 20_000 }, () => '<br>'),
  ].join('')
  const { id } = await app.broadcasts.create({ subject: 'x', content })
  const preview = await app.broadcasts.preview({ id })
  expect(preview.mistakes).toEqual([])
  expect(preview.html).toContain('https://shop.example/1998')
})
