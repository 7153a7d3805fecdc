import { readdirSync, readFileSync } from 'node:fs'
import type { ChildNode } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
  visit,
} from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { sampled } from '../../../testing/runner/deep.ts'
import { startIfDue } from '../../broadcasts/sending/sending.ts'

// Content about code has braces that are no Liquid. They arrive in both parts as a browser shows the source.

const FOLDER = new URL('./cases/braces/', import.meta.url)
/** Name and source. */
const CASES: [string, string][] = [
  ...readdirSync(FOLDER).map((name): [string, string] => [name, readFileSync(new URL(name, FOLDER), 'utf8')]),
  ['named', '<p>&lcub;&lcub; a | b &rcub;&rcub; and &lbrace;% if c %&rbrace;</p>'],
  ['numeric', '<p>&#0123;&#0123; a | b }} &#x7b;&#X7B; c | d }} &#x007B;% if e %}</p>'],
  ['without semicolon', '<p>&#123&#123 a | b }} &#x7b&#x7b c | d }}</p>'],
  ['half', '<p>{&#123; a | b }} &#123;{ c | d }} {&#37; if e %} &#123;&percnt; if f %}</p>'],
  ['never closed', '<p>&#123;&#123; a and &#123;% b and &#123;&#123;&#123;</p>'],
  ['beside a merge tag', '<p>&#123;{{ account.language }}} &#123;&#123; {{ account.language }} }}</p>'],
  ['over elements', '<p>&#123;<b>&#123; a | b</b> }} &#123;<i>% c %</i>}</p>'],
  ['raw', '<p>{% raw %}{{ a | b }}{% if c %}{{{ d }}}{% endraw %} in {%raw%}<code>{{ e | f }}</code>{%endraw%}</p>'],
  ['markup that is rewritten', "<p class='a' onclick='b()'>&#123;&#123; a | b }} &#123;% c %}<!-- d --></p>"],
  ['between removed elements', '<p>{<script>x</script>{ a | b }} {<iframe></iframe>% c %}</p>'],
  ['Jinja', '<pre>&#123;% for x in y %}&#123;&#123; x.z|tojson }}&#123;% endfor %}&#123;# note #}</pre>'],
  [
    'shell',
    '<pre><code>echo $&#123;a} $&#123;&#123;a}} &#123;&#123;{{ account.language }}}} $&#123;&#123; matrix.os }}</code></pre>',
  ],
  [
    'alt and title',
    '<p title="&#123;&#123; a | b }}">x <img src="https://a.example/x.png" alt="&#123;&#123; alt | d }}"></p>',
  ],
]

const textContent = ({ children }: { children: readonly ChildNode[] }): string =>
  children.map((node) => (node.type === 'text' ? node.data : 'children' in node ? textContent(node) : '')).join('')

/** The words that a browser shows. Raw tags and this merge tag print nothing, and nothing is in what cannot run. */
const shownIn = (html: string) =>
  textContent(
    parseDocument(
      html
        .replace(/\{% ?(?:end)?raw ?%\}/g, '')
        .replaceAll('{{ account.language }}', '')
        .replace(/<script>[^<]*<\/script>/g, ''),
    ),
  ).trim()

const words = (text: string | undefined) => (text ?? '').replace(/\s+/g, '')

interface Shown {
  html?: string | undefined
  text?: string | undefined
}

function expectShown({ html = '', text }: Shown, source: string) {
  expect(words(textContent(parseDocument(html)))).toContain(words(shownIn(source)))
  // An image's description is in the text only.
  expect(words(text).replace('{{alt|d}}', '')).toContain(words(shownIn(source)))
  for (const [, href = ''] of source.matchAll(/href="([^"]*)"/g)) {
    const [link] = parseDocument(`<a href="${href}">`).children
    const target = new URL(link && 'attribs' in link ? (link.attribs.href ?? '') : '').href
    // A blank would end the address in a text.
    expect(words(text).replaceAll('%20', '')).toContain(words(decodeURIComponent(target)))
  }
}

const inOneHour = () => new Date(Date.now() + 3_600_000)

test.each(CASES)(
  '%s: a broadcast, its draft and its web version show the braces of the source',
  async (_name, source) => {
    const sink = await sendToSink()
    const account = await testAccount()
    await addSubscribers(account, 1)
    const created = await api('POST /v4/broadcasts', key(account), { subject: 'Code', content: source })
    expect(created.status).toBe(201)
    const { id } = created.body.broadcast
    const preview = await dashboard(account).broadcasts.preview({ id })
    expect(preview.mistakes).toEqual([])
    expectShown(preview, source)
    await api(`PUT /v4/broadcasts/${id}`, key(account), { send_at: new Date().toISOString() })
    expect(await sendAll(account, id)).toBe('finished')
    const [message] = sink.messages
    if (!message) throw new Error('No message')
    expectShown(await parseMail(message), source)
  },
)

test.each(sampled(CASES, 3))('%s: a sequence email shows the braces of the source', async (_name, source) => {
  const { at, email, join, sink } = await sequenceFixture()
  await email({ delay_value: 0, content: source })
  await join()
  await at('2026-01-14T09:00:05Z')
  const [message] = sink.messages
  if (!message) throw new Error('No message')
  expectShown(await parseMail(message), source)
})

async function makeSnippet(account: TestAccount, value_html: string): Promise<number> {
  const made = await api('POST /v4/snippets', key(account), {
    name: 'Code',
    snippet_type: 'block',
    document_attributes: { value_html },
  })
  expect(made.status).toBe(201)
  return made.body.snippet.id
}

test.each(sampled(CASES, 3))(
  '%s: a snippet in a broadcast, a subject and a sequence email shows them',
  async (_name, source) => {
    const { account, at, email, join, sink } = await sequenceFixture()
    await makeSnippet(account, source)
    const content = '<p>Look:</p>{{ snippet.code }}'
    await email({ delay_value: 0, content })
    await join()
    await at('2026-01-14T09:00:05Z')
    await sendAll(account, await startBroadcast(account, { content, subject: '{{ snippet.code }}' }))
    const [from_sequence, from_broadcast] = await Promise.all(sink.messages.map(parseMail))
    expectShown(from_sequence ?? {}, source)
    expectShown(from_broadcast ?? {}, source)
    const subject = words(from_broadcast?.subject)
    expect(subject.replace('{{alt|d}}', '')).toContain(words(shownIn(source)))
  },
)

test.each(sampled(CASES, 3))('%s: a snippet that was changed after scheduling shows them', async (_name, source) => {
  const sink = await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 1)
  const snippet_id = await makeSnippet(account, '<p>Soon</p>')
  const send_at = inOneHour()
  const scheduled = await api('POST /v4/broadcasts', key(account), {
    subject: 'Code',
    content: '<p>Look:</p>{{ snippet.code }}',
    send_at: send_at.toISOString(),
  })
  expect(scheduled.status).toBe(201)
  const { id } = scheduled.body.broadcast
  const changed = await api(`PUT /v4/snippets/${snippet_id}`, key(account), {
    document_attributes: { value_html: source },
  })
  expect(changed.status).toBe(200)
  account.ctx.now = () => send_at
  await startIfDue(account.ctx, { id })
  expect(await sendAll(account, id)).toBe('finished')
  const [message] = sink.messages
  if (!message) throw new Error('No message')
  expectShown(await parseMail(message), source)
})

test('a tracked link with literal braces leads where a browser would go', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 1)
  const content = readFileSync(new URL('f_href.html', FOLDER), 'utf8')
  await sendAll(account, await startBroadcast(account, { content }))
  const [message] = sink.messages
  if (!message) throw new Error('No message')
  const hrefs = [...((await parseMail(message)).html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
  const link = hrefs.find((href) => href.includes('/t/c/') && href.endsWith('/1')) ?? ''
  expect((await visit(link)).headers.get('location')).toBe('https://a.example/?q={{%20x%20|%20nofilter%20}}')
})

test('braces that were copied with an address stay in it', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  await addSubscribers(account, 1)
  const href = 'https://a.example/?q=%7B%7B%20x%20%7C%20nofilter%20%7D%7D'
  await sendAll(account, await startBroadcast(account, { content: `<p><a href="${href}">x</a></p>` }))
  const [message] = sink.messages
  if (!message) throw new Error('No message')
  expect((await parseMail(message)).text).toContain(href)
})

test.each(['{{ a | nofilter }}', '{{ a', '{% if a %}', '{% include "x" %}', '{% endraw %}', '{% raw %}{{ a }}'])(
  'what cannot be rendered, %s, is refused by the API with its place',
  async (broken) => {
    const account = await testAccount()
    const content = `<p>One</p>\n<p>${broken}</p>`
    const place = { status: 422, body: { errors: [expect.stringMatching(/^content, line 2: /)] } }
    expect(await api('POST /v4/broadcasts', key(account), { subject: 'x', content })).toMatchObject(place)
    const { id } = (await api('POST /v4/broadcasts', key(account), { subject: 'x', content: '<p>x</p>' })).body
      .broadcast
    expect(await api(`PUT /v4/broadcasts/${id}`, key(account), { content })).toMatchObject(place)
    expect(await api(`PUT /v4/broadcasts/${id}`, key(account), { subject: broken })).toMatchObject({
      status: 422,
      body: { errors: [expect.stringMatching(/^subject, line 1: /)] },
    })
    const { sequence } = (await api('POST /v4/sequences', key(account), { name: 'S' })).body
    const email = { subject: 'x', delay_value: 1, delay_unit: 'days', content }
    expect(await api(`POST /v4/sequences/${sequence.id}/emails`, key(account), email)).toMatchObject(place)
  },
)

test('the dashboard saves a text that is being written, and its checklist and preview name the place', async () => {
  const account = await testAccount()
  const app = dashboard(account).broadcasts
  const { id } = await app.create({ subject: 'x', content: '<p>{{ a | nofilter }}</p>' })
  expect((await app.checklist({ id })).remarks).toContainEqual(
    expect.objectContaining({ code: 'broken_liquid', message: 'Content, line 1: undefined filter: nofilter' }),
  )
  expect((await app.preview({ id })).mistakes).toMatchObject([{ part: 'content', line: 1 }])
})
