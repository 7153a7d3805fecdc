import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  addSubscribers,
  header,
  parseMail,
  sendAll,
  sendToSink,
  startBroadcast,
  withoutStyles,
} from '../../../testing/modules/sending.ts'

test('every message has a visible unsubscribe link and postal address, whatever the template hides', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const [first] = await addSubscribers(account, 2)
  await account.ctx.db.subscriber.updateMany({ where: { id: first ?? 0 }, data: { city: 'Oslo' } })
  const both = '<p><a href="{{ unsubscribe_url }}">Leave</a> {{ address }}</p>'
  const contents = [
    `<p>Hello</p>{% if subscriber.city == "Oslo" %}${both}{% endif %}`,
    `<p>Hello</p><div style="display:none">${both}</div>`,
    `<p>Hello</p>{% assign address = "" %}{% assign unsubscribe_url = "https://elsewhere.example" %}${both}`,
  ]
  for (const content of contents) {
    sink.messages.length = 0
    await sendAll(account, await startBroadcast(account, { content }))
    expect(sink.messages).toHaveLength(2)
    for (const received of sink.messages) {
      const mail = await parseMail(received)
      const url = header(mail, 'List-Unsubscribe')?.slice(1, -1) ?? '-'
      const isComplete = content.includes('{% if') && received.to === 'subscriber1@example.net'
      const html = withoutStyles(mail.html)
      const link = isComplete ? `<a href="${url}">Leave</a>` : `<a href="${url}">Unsubscribe</a>`
      expect(html).toContain(link)
      expect(html.slice(html.indexOf(link))).toContain('Storgata 1, 0155 Oslo, Norway')
      expect(html.match(/>Unsubscribe</g)?.length ?? 0).toBe(isComplete ? 0 : 1)
      expect(mail.text).toContain(url)
      expect(mail.text).toContain('Storgata 1, 0155 Oslo, Norway')
    }
  }
})

test('captured text cannot add an attribute to a message or to its preview', async () => {
  const sink = await sendToSink()
  const account = await testAccount()
  const [lin] = await addSubscribers(account, 1)
  const content = '{% capture x %}" onmouseover="alert(1){% endcapture %}<p title="{{ x }}">Hello</p>'
  const id = await startBroadcast(account, { content })
  const { html } = await dashboard(account).broadcasts.preview({ id, subscriber_id: lin })
  expect(html).toContain('>Hello</p>')
  expect(html).not.toMatch(/<[^<>]*\sonmouseover/)
  await sendAll(account, id)
  const mail = sink.messages[0] && (await parseMail(sink.messages[0]))
  expect(mail?.html).toContain('>Hello</p>')
  expect(mail?.html).not.toMatch(/<[^<>]*\sonmouseover/)
})
