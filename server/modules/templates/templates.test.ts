import { expect, test } from 'vitest'
import { restApp } from '../../rest/app.ts'
import { type TestAccount, testAccount, withRole } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import {
  addSubscribers,
  EVERYONE,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
} from '../../testing/modules/sending.ts'
import { TemplateDesign } from './editor-schema.ts'

async function studio() {
  const account = await testAccount()
  return { account, app: dashboard(account).templates, all: dashboard(account) }
}

const OWN = '<body><h6>Studio {{ account.name }}</h6><div class="x">{{ content }}</div></body>'

async function wireList(account: TestAccount) {
  const rest = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
  const answer = await rest.request('/v4/email_templates', { headers: { 'X-Service-Api-Key': account.api_key } })
  return ((await answer.json()) as { email_templates: Record<string, unknown>[] }).email_templates
}

test('a broadcast and a sequence email are sent in a creator’s template, which the API lists', async () => {
  const { account, app, all } = await studio()
  const sink = await sendToSink()
  await addSubscribers(account, 1)
  const { id, design } = await app.create({ name: 'Spring', start: 'Card' })
  const change = {
    ...TemplateDesign.parse(design),
    font: 'verdana' as const,
    heading_font: 'georgia' as const,
    width: 520,
    link_color: '#9D174D',
    button_color: '#9d174d',
    button_style: 'pill' as const,
    logo: { url: 'https://studio.example/logo.png', alt: 'Studio North', width: 120 },
    header: 'News for {{ subscriber.first_name }} & friends',
    footer: 'Made in Oslo',
  }
  await app.update({ id, design: change })
  const html_template = await app.create({ name: 'Plain HTML', start: 'HTML' })
  await app.update({ id: html_template.id, source: OWN })
  expect(await wireList(account)).toEqual([
    { id: html_template.id, name: 'Plain HTML', is_default: false, category: 'HTML' },
    { id, name: 'Spring', is_default: false, category: 'HTML' },
    expect.objectContaining({ name: 'Classic', is_default: true }),
  ])
  const send = async (email_template_id: number) => {
    const content =
      '<p><a href="https://studio.example">Site</a></p><p data-button=""><a href="https://studio.example" style="color:#fff">Go</a></p>'
    await sendAll(account, await startBroadcast(account, { content, email_template_id }))
    const message = sink.messages.pop()
    if (!message) throw new Error('No message arrived')
    return (await parseMail(message)).html ?? ''
  }
  const styled = await send(id)
  expect(styled).toContain('max-width:520px')
  expect(styled).toContain('News for Subscriber 1 &amp; friends')
  expect(styled).toMatch(/<img src="https:\/\/studio\.example\/logo\.png" alt="Studio North" width="120"/)
  expect(styled).toContain('font-family:Verdana')
  expect(styled).toMatch(/Made in Oslo<\/div><div class="footer"/)
  expect(styled).toContain('>Unsubscribe</a>')
  expect(styled).toMatch(/;border-radius:999px">Go</)
  const own = await send(html_template.id)
  expect(own).toContain('<h6>Studio Studio North</h6><div class="x"><p>')
  expect(own).toContain('>Unsubscribe</a>')

  const { id: sequence_id } = await all.sequences.create({ name: 'Welcome', email_template_id: id })
  const email = { subject: 'Hi', content: '<p>Hello</p>', delay_value: 0, delay_unit: 'days' as const }
  const made = await all.sequences.createEmail({ sequence_id, ...email })
  const preview = () => all.sequences.preview({ sequence_id, id: made.id })
  expect((await preview()).html).toContain('Made in Oslo')
  expect((await app.get({ id })).uses).toBe(1)
  await app.remove({ id })
  expect((await preview()).html).not.toContain('Made in Oslo')
  expect(await all.sequences.get({ id: sequence_id })).toMatchObject({ email_template_id: null })
})

test('a template can be duplicated, made the default, and deleted unless it is; exactly one is the default', async () => {
  const { account, app, all } = await studio()
  const [classic] = (await app.cards({})).rows
  if (!classic) throw new Error('No layout')
  expect(classic).toMatchObject({ name: 'Classic', kind: 'built_in', is_default: true, broadcasts: 0 })
  expect(classic.sample).toContain('A slow week in the studio')
  const copy = await app.duplicate({ id: classic.id })
  expect(copy).toMatchObject({ name: 'Copy of Classic', kind: 'design', design: { base: 'Classic', font: 'georgia' } })
  const draft = await all.broadcasts.create({
    subject: 'Hello',
    content: '<p>x</p>',
    subscriber_filter: EVERYONE,
    email_template_id: copy.id,
  })
  const counts = (await app.cards({})).rows.map(({ name, broadcasts }) => [name, broadcasts])
  expect(counts).toContainEqual(['Copy of Classic', 1])
  await Promise.all([app.setDefault({ id: copy.id }), app.setDefault({ id: classic.id })])
  expect((await wireList(account)).filter(({ is_default }) => is_default)).toHaveLength(1)
  await app.setDefault({ id: copy.id })
  await expect(app.remove({ id: copy.id })).rejects.toThrow('Make another template the default first')
  await app.setDefault({ id: classic.id })
  await app.remove({ id: copy.id })
  expect(await all.broadcasts.get({ id: draft.id })).toMatchObject({
    email_template: { name: 'Classic' },
    chosen_email_template_id: null,
  })
  await expect(app.remove({ id: classic.id })).rejects.toThrow('Built-in layouts')
  await expect(app.update({ id: classic.id, name: 'Mine' })).rejects.toThrow('Duplicate this one')
  const viewer = dashboard(account, withRole(account, 'viewer')).templates
  await expect(viewer.create({ name: 'x', start: 'Card' })).rejects.toThrow('This needs the editor role')
  const stranger = (await studio()).app
  for (const call of [stranger.get, stranger.duplicate, stranger.setDefault, stranger.remove])
    await expect(call({ id: classic.id })).rejects.toThrow('Not Found')
})

test('unsupported content of a template is refused by name, and the preview shows it instead of an email', async () => {
  const { app } = await studio()
  const made = await app.create({ name: 'Spring', start: 'Modern' })
  const design = TemplateDesign.parse(made.design)
  const logo = { url: 'https://studio.example/l.png', alt: 'Studio', width: 100 }
  const refused: [object, string][] = [
    [{ width: 4_000 }, 'Enter a number of pixels from 400 to 800'],
    [{ text_color: 'red;}</style><script>' }, 'Enter a color like #1d4ed8'],
    [{ logo: { ...logo, url: 'javascript:alert(1)' } }, 'Enter an address that starts with https://'],
    [{ logo: { ...logo, url: 'https://x.example/"onerror="a()' } }, 'Enter an address that starts with https://'],
    [{ logo: { ...logo, alt: '{{ content }}' } }, 'Merge tags cannot be used here'],
    [{ header: '{{ content }}' }, 'Header, line 1: {{ content }} cannot be used here'],
    [{ footer: 'a\n{% if %}' }, 'Footer, line 2'],
    [{ footer: 'x'.repeat(2_001) }, 'Use at most 2,000 characters'],
  ]
  for (const [change, message] of refused)
    await expect(app.update({ id: made.id, design: { ...design, ...change } })).rejects.toThrow(message)
  expect(await app.preview({ design: { ...design, header: '{{ content }}' } })).toMatchObject({
    html: '',
    mistake: 'Header, line 1: {{ content }} cannot be used here',
  })
  expect(await app.preview({ source: '<p>x</p>' })).toMatchObject({
    mistake: expect.stringContaining('{{ content }} is missing'),
  })
  const shown = await app.preview({
    design: { ...design, header: '<script>alert(1)</script> {{ subscriber.first_name }}' },
  })
  expect(shown.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Robin')
  expect(shown.html).toContain('>Unsubscribe</a>')
  await expect(app.update({ id: made.id, source: OWN })).rejects.toThrow('This template has a design')
})

test('a program creates, changes, previews, duplicates and deletes a template [contract 21.2]', async () => {
  const { account } = await studio()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const made = await ask('POST /v4/email_templates', { name: 'Spring', source: `${OWN}<script>1</script>` })
  const { id } = made.body.email_template
  const path = `/v4/email_templates/${id}`
  expect(made).toMatchObject({ status: 201, body: { email_template: { kind: 'html', category: 'HTML', uses: 0 } } })
  expect(made.body.warnings).toEqual(['<script> was left out: emails and posts cannot contain it.'])
  expect((await ask(`GET ${path}`)).body.email_template).toEqual(made.body.email_template)
  expect((await ask(`PUT ${path}`, { source: OWN })).body).toMatchObject({
    email_template: { name: 'Spring', source: OWN },
  })
  expect((await ask(`GET ${path}/preview`)).body.preview.html).toContain('<h6>Studio Studio North</h6>')
  expect((await ask('POST /v4/email_templates/preview', { source: OWN })).body.preview.html).toContain('A slow week')
  const designed = (await ask('POST /v4/email_templates', { name: 'Card', start: 'Card' })).body.email_template
  const narrow = { ...designed.design, width: 480 }
  expect((await ask(`PUT /v4/email_templates/${designed.id}`, { design: narrow })).body.email_template.design).toEqual(
    narrow,
  )
  const whole = await ask('POST /v4/email_templates', { name: 'Narrow', design: narrow })
  expect(whole.body.email_template).toMatchObject({ kind: 'design', design: narrow, source: null })
  const built_in = (await wireList(account)).find(({ is_default }) => is_default)
  const copy = await ask(`POST /v4/email_templates/${built_in?.id}/duplicate`)
  expect(copy).toMatchObject({ status: 201, body: { email_template: { kind: 'design', is_default: false } } })
  expect((await ask(`POST ${path}/make_default`)).status).toBe(204)
  expect((await wireList(account)).filter(({ is_default }) => is_default)).toMatchObject([{ id }])
  expect((await ask(`DELETE ${path}`)).body.errors).toEqual(['Make another template the default first'])
  await ask(`POST /v4/email_templates/${designed.id}/make_default`)
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
  expect((await ask(`GET ${path}`)).status).toBe(404)
})

test('a refused template names its field, line or kind [contract 21.2]', async () => {
  const { account } = await studio()
  const ask = async (operation: string, body: object) => (await api(operation, key(account), body)).body.errors
  const { design, id } = (await api('POST /v4/email_templates', key(account), { name: 'x' })).body.email_template
  const create = 'POST /v4/email_templates'
  expect(await ask(create, { name: ' ', start: 'Fancy', design: { ...design, page_color: 'red', width: 5 } })).toEqual([
    'name: Give it a name',
    'start must be one of: Modern, Classic, Card, Text Only, HTML',
    'design.width: Enter a number of pixels from 400 to 800',
    'design.page_color: Enter a color like #1d4ed8',
  ])
  expect(await ask(create, { name: 'x', design, source: OWN })).toEqual([
    'A template has either a design or source, its own HTML',
  ])
  expect(await ask(create, { name: 'x', source: '<body>\n{{ content | nothing }}</body>' })).toEqual([
    expect.stringContaining('HTML, line 2: '),
  ])
  expect(await ask(`PUT /v4/email_templates/${id}`, { source: OWN })).toEqual([
    'This template has a design and no HTML of its own',
  ])
})
