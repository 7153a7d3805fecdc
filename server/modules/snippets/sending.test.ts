import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import {
  addSubscribers,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
  withoutStyles,
} from '../../testing/modules/sending.ts'

test('snippets are resolved when a broadcast starts, personalized for each subscriber, even if archived', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 2)
  const make = async (body: object) => (await api('POST /v4/snippets', key(account), body)).body.snippet.id
  await make({ name: 'Greeting', snippet_type: 'inline', content: 'Dear {{ subscriber.first_name }} & co' })
  const offer = await make({
    name: 'Offer',
    snippet_type: 'block',
    document_attributes: { value_html: '<p>Only for {{ subscriber.email_address }}: {{ snippet.greeting }}</p>' },
  })
  await api(`PUT /v4/snippets/${offer}`, key(account), { archived: true })
  const id = await startBroadcast(account, {
    subject: '{{ snippet.greeting }}',
    content: '<p>[{{ snippet.unknown }}]</p>{{ snippet.offer }}',
  })
  await api(`PUT /v4/snippets/${offer}`, key(account), { document_attributes: { value_html: '<p>Too late</p>' } })
  expect(await sendAll(account, id)).toBe('finished')
  const emails = await Promise.all(sink.messages.map(parseMail))
  expect(emails.map(({ subject }) => subject).sort()).toEqual(['Dear Subscriber 1 & co', 'Dear Subscriber 2 & co'])
  for (const { html, text, to } of emails) {
    const [{ address = '', name = '' } = {}] = to ?? []
    expect(withoutStyles(html)).toContain(`<p>[]</p><p>Only for ${address}: Dear ${name} & co</p>`)
    expect(text).toContain(`Only for ${address}: Dear ${name} & co`)
  }
})

test('a snippet inside an attribute cannot leave it, and inline content runs no scripts [S3]', async () => {
  const account = await testAccount()
  await api('POST /v4/snippets', key(account), {
    name: 'Link',
    snippet_type: 'inline',
    content: 'https://studio.example/" onclick="alert(1)',
  })
  await api('POST /v4/snippets', key(account), {
    name: 'Script',
    snippet_type: 'inline',
    content: 'a <b>bold</b> <script>alert(1)</script><img src=x onerror=alert(1)>',
  })
  const app = dashboard(account).broadcasts
  const { id } = await app.create({
    subject: 'x',
    content: '<p><a href="{{ snippet.link }}">x</a> {{ snippet.script }}</p>',
  })
  const { html, mistakes } = await app.preview({ id })
  expect(mistakes).toEqual([])
  expect(html).toContain('a <b>bold</b>')
  expect(html).not.toMatch(/alert|onclick|onerror/)
})
