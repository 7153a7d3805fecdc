import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, parseMail, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { previewBroadcast } from '../../broadcasts/compose/preview.ts'
import { createCustomField } from '../../custom-fields/service.ts'
import { createPost } from '../../posts/service.ts'
import { createSegment } from '../../segments/service.ts'
import { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { updateSubscriber } from '../../subscribers/service.ts'
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

/** One of two subscribers is in the segment. */
async function segmentedAccount() {
  const account = await testAccount()
  const [vera = 0, other = 0] = await addSubscribers(account, 2)
  const { id: subscriber_custom_field_id } = (await createCustomField(account.ctx, { label: 'Plan' })).value
  await updateSubscriber(account.ctx, { id: vera, fields: { plan: 'pro' } })
  const definition = SegmentFilter.parse({
    all: [{ type: 'custom_field', subscriber_custom_field_id, comparison: 'is', value: 'pro' }],
    counting_mode: 'raw',
  })
  await createSegment(account.ctx, { name: 'On a plan', definition })
  return { account, vera, other }
}

const BY_SEGMENT =
  '<p>Hello</p>{% if subscriber.segments contains &quot;On a plan&quot; %}<p>Thank you</p>{% endif %}' +
  '{% unless subscriber.segments contains "On a plan" %}<p>Choose a plan</p>{% endunless %}'

test('a block for a segment reaches only who is in it when the email is sent, its opposite only the others', async () => {
  const sink = await sendToSink()
  const { account, vera, other } = await segmentedAccount()
  const id = await startBroadcast(account, { content: BY_SEGMENT })
  expect((await previewBroadcast(account.ctx, { id, subscriber_id: vera })).html).toContain('Thank you')
  expect((await previewBroadcast(account.ctx, { id, subscriber_id: other })).html).toContain('Choose a plan')
  await sendAll(account, id)
  const emails = await Promise.all(sink.messages.map(async (one) => (await parseMail(one)).html ?? ''))
  expect(emails.filter((html) => html.includes('Thank you') && !html.includes('Choose a plan'))).toHaveLength(1)
  expect(emails.filter((html) => html.includes('Choose a plan') && !html.includes('Thank you'))).toHaveLength(1)
})

test('the check of an email warns of a segment that does not exist, and an email asks for at most 20', async () => {
  const { account } = await segmentedAccount()
  const of = (name: string) => `{% if subscriber.segments contains "${name}" %}<p>${name}</p>{% endif %}`
  const app = dashboard(account).broadcasts
  const remarksOn = async (content: string) => {
    const { id } = await app.create({ subject: 'Plans', content })
    return (await app.checklist({ id })).remarks
  }
  const remarks = await remarksOn(of('On a plan') + of('Gone'))
  expect(remarks.filter(({ code }) => code === 'unknown_segment')).toMatchObject([
    { level: 'warning', message: expect.stringContaining('There is no segment “Gone”') },
  ])
  expect(remarks.map(({ code }) => code)).not.toContain('unknown_field')
  const many = Array.from({ length: 21 }, (_, at) => of(`Segment ${at}`)).join('')
  expect(await remarksOn(many)).toContainEqual(
    expect.objectContaining({ level: 'blocker', message: expect.stringContaining('at most 20 segments') }),
  )
})

test('a field named segments is printed by emails that ask for none', async () => {
  const account = await testAccount()
  const [id = 0] = await addSubscribers(account, 1)
  await createCustomField(account.ctx, { label: 'Segments' })
  await updateSubscriber(account.ctx, { id, fields: { segments: 'three' } })
  const broadcast = await startBroadcast(account, { content: '<p>You have {{ subscriber.segments }}</p>' })
  expect((await previewBroadcast(account.ctx, { id: broadcast, subscriber_id: id })).html).toContain('You have three')
})
