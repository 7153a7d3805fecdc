import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testAccount } from '../testing/account.ts'
import { api, key } from '../testing/api.ts'

const HARMFUL =
  '<p onclick="a()">x</p><script>1</script><style>@import "x";.a{color:red}</style><a href="javascript:1">y</a>'
const KEPT = '<style>.a{color:red}</style>'
const WARNINGS = [
  'The rule “@import "x"” was left out of a style sheet.',
  'The attribute onclick was left out.',
  '<script> was left out: emails and posts cannot contain it.',
  'The address javascript:1 was left out: links and images cannot lead there.',
]
const HARMLESS = readFileSync(new URL('../mail/html/cases/mso.html.txt', import.meta.url), 'utf8').trim()

test('answers about a broadcast say what was left out of its content, and nothing if all of it was kept', async () => {
  const account = await testAccount()
  const made = await api('POST /v4/broadcasts', key(account), { subject: 'x', content: HARMFUL })
  expect(made).toMatchObject({ status: 201, body: { warnings: WARNINGS } })
  expect(made.body.broadcast.content).toContain(KEPT)
  const path = `/v4/broadcasts/${made.body.broadcast.id}`
  expect((await api(`GET ${path}`, key(account))).body).not.toHaveProperty('warnings')
  const kept = `<style media="(max-width: 600px)">\n.a { color: red }\n</style>${HARMLESS}`
  const changed = await api(`PUT ${path}`, key(account), { content: kept })
  expect(changed.body).not.toHaveProperty('warnings')
  expect(changed.body.broadcast.content).toBe(kept)
  expect((await api(`GET ${path}`, key(account))).body.broadcast.content).toBe(kept)
  expect((await api(`PUT ${path}`, key(account), { content: HARMFUL })).body.warnings).toEqual(WARNINGS)
  expect((await api(`PUT ${path}`, key(account), { subject: 'y' })).body).not.toHaveProperty('warnings')
})

test('answers about sequence emails and snippets say it as well', async () => {
  const account = await testAccount()
  const { body } = await api('POST /v4/sequences', key(account), { name: 'Welcome' })
  const emails = `/v4/sequences/${body.sequence.id}/emails`
  const email = { subject: 'x', delay_value: 1, delay_unit: 'days' }
  const made = await api(`POST ${emails}`, key(account), { ...email, content: HARMFUL })
  expect(made).toMatchObject({ status: 201, body: { warnings: WARNINGS } })
  const one = `${emails}/${made.body.email.id}`
  expect((await api(`PUT ${one}`, key(account), { content: HARMFUL })).body.warnings).toEqual(WARNINGS)
  expect((await api(`PUT ${one}`, key(account), { content: HARMLESS })).body).not.toHaveProperty('warnings')
  for (const snippet of [
    { snippet_type: 'inline', content: HARMFUL },
    { snippet_type: 'block', document_attributes: { value_html: HARMFUL } },
  ]) {
    const answer = await api('POST /v4/snippets', key(account), { name: snippet.snippet_type, ...snippet })
    expect(answer).toMatchObject({ status: 201, body: { warnings: WARNINGS } })
    const again = await api(`PUT /v4/snippets/${answer.body.snippet.id}`, key(account), snippet)
    expect(again.body.warnings).toEqual(WARNINGS)
  }
})

test('an image that is written into the HTML is refused, with its place', async () => {
  const account = await testAccount()
  const content = '<p>Hello</p>\n<img src=" data:image/png;base64,iVBORw0KGgo=" alt="Logo">'
  const refused = {
    status: 422,
    body: {
      errors: [
        'content, line 2: an image is written into the HTML (data:). Upload it to the library, and use its address',
      ],
    },
  }
  expect(await api('POST /v4/broadcasts', key(account), { subject: 'x', content })).toMatchObject(refused)
  const { body } = await api('POST /v4/sequences', key(account), { name: 'Welcome' })
  const email = { subject: 'x', delay_value: 1, delay_unit: 'days', content }
  expect(await api(`POST /v4/sequences/${body.sequence.id}/emails`, key(account), email)).toMatchObject(refused)
  expect(await account.ctx.db.broadcast.count()).toBe(0)
})
