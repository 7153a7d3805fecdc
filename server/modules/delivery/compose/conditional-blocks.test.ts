import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { addSubscribers, parseMail, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { previewBroadcast } from '../../broadcasts/compose/preview.ts'
import { createPost } from '../../posts/service.ts'
import { tagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'

/** As the editor stores two conditional blocks. */
const CONTENT =
  '<p>Hello</p>{% if subscriber.tags contains "VIP" %}<p>Your seat is kept</p>{% endif %}' +
  '{% unless subscriber.tags contains "VIP" %}<div data-columns="2"><div data-column=""><p>Join us</p></div><div data-column=""><p>Soon</p></div></div>{% endunless %}'

async function taggedAccount() {
  const account = await testAccount()
  const [vip = 0, other = 0] = await addSubscribers(account, 2)
  const { value: tag } = await createTag(account.ctx, { name: 'VIP' })
  await tagSubscriber(account.ctx, { tag_id: tag.id, id: vip })
  return { account, vip, other }
}

test('a conditional block reaches only subscribers with the tag, its opposite only the others', async () => {
  const sink = await sendToSink()
  const { account } = await taggedAccount()
  await sendAll(account, await startBroadcast(account, { content: CONTENT }))
  const emails = await Promise.all(sink.messages.map(async (one) => ({ to: one.to, ...(await parseMail(one)) })))
  const [vip, other] = emails.sort((a, b) => String(a.to).localeCompare(String(b.to)))
  expect(vip?.html).toContain('Your seat is kept')
  expect(vip?.html).not.toContain('Join us')
  expect(vip?.text).not.toContain('Join us')
  expect(other?.html).toContain('Join us')
  expect(other?.html).not.toContain('Your seat is kept')
  expect(other?.text).not.toContain('Your seat is kept')
  // Word knows columns as cells only.
  expect(other?.html).toMatch(/<!--\[if mso\]><table[^>]*><tr><td width="50%"[^>]*><!\[endif\]--><div data-column/)
  expect(vip?.html).not.toContain('{%')
})

test('the preview shows the branch of the chosen subscriber', async () => {
  const { account, vip, other } = await taggedAccount()
  const id = await startBroadcast(account, { content: CONTENT })
  expect((await previewBroadcast(account.ctx, { id, subscriber_id: vip })).html).toContain('Your seat is kept')
  expect((await previewBroadcast(account.ctx, { id, subscriber_id: other })).html).toContain('Join us')
})

test('on the web no one has a tag', async () => {
  const { account } = await taggedAccount()
  const { content } = await createPost(account.ctx, { title: 'Spring', content: CONTENT })
  expect(content).toContain('Join us')
  expect(content).not.toContain('Your seat is kept')
})
