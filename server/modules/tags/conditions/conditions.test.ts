import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { createBroadcast } from '../../broadcasts/service.ts'
import { createSequence } from '../../sequences/service.ts'
import { createTag, deleteTag, renameTag } from '../service.ts'

const block = (name: string, word = 'if') =>
  `<p>{% ${word} subscriber.tags contains "${name}" %}Thank you{% end${word} %}</p>`

test('renaming a tag renames it in all conditions that are still sent or shown', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const db = unscoped()
  const { id } = (await createTag(ctx, { name: 'Customer' })).value
  const content = block('Customer') + block('Customer', 'unless')
  const draft = await createBroadcast(ctx, { subject: 'March', content })
  await db.broadcast.updateMany({ where: { id: draft.id }, data: { versions: [{ subject: 'B', content }] } })
  const sent = await createBroadcast(ctx, { subject: 'Sent', content })
  await db.broadcast.updateMany({ where: { id: sent.id }, data: { status: 'completed' } })
  const { id: sequence_id } = await createSequence(ctx, { name: 'Welcome' })
  const email = { account_id, sequence_id, delay_value: 1, delay_unit: 'days', subject: 'Hello', content }
  const { id: sequence_email_id } = await db.sequenceEmail.create({ data: { ...email, published: true, position: 0 } })
  const stamp = { created_at: ctx.now(), updated_at: ctx.now() }
  const step = {
    id: 'a',
    kind: 'action',
    action: { type: 'set_field', custom_field_id: 1, value: content },
    next: null,
  }
  const graph = { triggers: [], first: 'a', steps: [step] }
  const { id: automation_id } = await db.automation.create({
    data: { account_id, name: 'Path', draft: graph, version: 1, ...stamp } as never,
  })
  await db.automationVersion.create({
    data: { account_id, automation_id, version: 1, graph, reentry: 'never', published_at: ctx.now() } as never,
  })
  const { id: email_id } = await db.automationEmail.create({ data: { account_id, automation_id, content } })
  await db.automationVersionEmail.create({
    data: { account_id, automation_id, version: 1, email_id, subject: 'Hello', content },
  })
  await db.snippet.createMany({
    data: [
      { account_id, name: 'Inline', key: 'inline', snippet_type: 'inline', content },
      { account_id, name: 'Block', key: 'block', snippet_type: 'block', value_html: content },
    ],
  })
  await db.emailTemplate.create({ data: { account_id, name: 'Airy', html: content } })
  const post = await dashboard(account).posts.create({ title: 'Spring', content })
  const mail = {
    account_id,
    kind: 'sequence_email',
    sequence_email_id,
    snapshot: { html: content, text: content, subject: content },
  } as const
  await db.mail.create({ data: { ...mail, content_hash: 'waits' } })
  await db.mail.create({ data: { ...mail, content_hash: 'done', completed_at: ctx.now() } })

  const answer = await api(`PUT /v4/tags/${id}`, key(account), { name: 'Client & co' })
  expect(answer).toMatchObject({ status: 200, body: { tag: { name: 'Client & co' } } })

  const renamed = block('Client &amp; co') + block('Client &amp; co', 'unless')
  const plain = block('Client & co') + block('Client & co', 'unless')
  const where = { account_id }
  expect(await db.broadcast.findFirst({ where: { id: draft.id } })).toMatchObject({
    content: renamed,
    versions: [{ subject: 'B', content: renamed }],
  })
  expect(await db.broadcast.findFirst({ where: { id: sent.id } })).toMatchObject({ content })
  expect(await db.sequenceEmail.findFirst({ where })).toMatchObject({ content: renamed })
  expect(await db.automation.findFirst({ where })).toMatchObject({
    revision: 2,
    draft: { steps: [{ action: { value: plain } }] },
  })
  expect(await db.automationVersion.findFirst({ where })).toMatchObject({
    graph: { steps: [{ action: { value: plain } }] },
  })
  expect(await db.automationEmail.findFirst({ where })).toMatchObject({ content: renamed })
  expect(await db.automationVersionEmail.findFirst({ where })).toMatchObject({ content: renamed })
  expect(await db.snippet.findMany({ where, orderBy: { id: 'asc' } })).toMatchObject([
    { content: renamed },
    { value_html: renamed },
  ])
  expect(await db.emailTemplate.findFirst({ where: { ...where, name: 'Airy' } })).toMatchObject({ html: renamed })
  expect(await db.post.findFirst({ where: { id: post.id } })).toMatchObject({ content: renamed })
  const queued = await db.mail.findMany({ where, orderBy: { id: 'asc' } })
  expect(queued.map(({ snapshot }) => snapshot)).toEqual([
    { html: renamed, text: plain, subject: plain },
    { html: content, text: content, subject: content },
  ])
  // With the former hash, the email would be considered the same as one with the former text.
  expect(queued[0]?.content_hash).toMatch(/^waits-/)
})

test('a tag used in emails cannot get a name that is invalid in conditions, nor be renamed while one is being sent', async () => {
  const account = await testAccount()
  const { ctx } = account
  const { id } = (await createTag(ctx, { name: 'VIP' })).value
  const other = (await createTag(ctx, { name: 'Other' })).value
  const email = await createBroadcast(ctx, { subject: 'March', content: block('VIP') })
  await expect(renameTag(ctx, { id, name: `6' "x"` })).rejects.toThrow('which can’t be')
  await renameTag(ctx, { id: other.id, name: `6' "y"` })
  await unscoped().broadcast.updateMany({ where: { id: email.id }, data: { status: 'sending' } })
  await expect(renameTag(ctx, { id, name: 'Best' })).rejects.toThrow(
    '“March” shows content by this tag and is being sent',
  )
  await renameTag(ctx, { id: other.id, name: 'Others' })
  const stored = await unscoped().broadcast.findFirst({ where: { id: email.id } })
  expect(stored).toMatchObject({ content: block('VIP') })
  expect(await unscoped().tag.findFirst({ where: { id } })).toMatchObject({ name: 'VIP' })
})

test('a block for a missing tag is a remark on the email, its sequence and its automation', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const app = dashboard(account)
  const { id } = (await createTag(ctx, { name: 'VIP' })).value
  const content = block('VIP') + block('vip') + block('Gone')
  const broadcast = await app.broadcasts.create({ subject: 'Plans', content })
  const unknown = async () =>
    (await app.broadcasts.checklist({ id: broadcast.id })).remarks.flatMap(({ code, message }) =>
      code === 'unknown_tag' ? message : [],
    )
  expect(await unknown()).toEqual([
    expect.stringContaining('reach all. Did you mean “VIP”?'),
    expect.stringContaining('There is no tag “Gone”'),
  ])
  const { id: sequence_id } = await createSequence(ctx, { name: 'Welcome' })
  const email = { account_id, sequence_id, delay_value: 1, delay_unit: 'days', subject: 'Hello' }
  await ctx.db.sequenceEmail.create({ data: { ...email, published: true, position: 0, content: block('VIP') } })
  const problems = async () => (await app.sequences.get({ id: sequence_id })).steps.map(({ problem }) => problem)
  expect(await problems()).toEqual([null])
  const automation = await app.automations.create({ name: 'Path', kind: 'visual' })
  const written = await ctx.db.automationEmail.create({
    data: { account_id, automation_id: automation.id, subject: 'Hello', content: block('VIP') },
  })
  const step = { id: 'a', kind: 'action', action: { type: 'send_email', email_id: written.id }, next: null } as const
  const graph = { triggers: [], first: 'a', steps: [step] }
  const { revision } = automation
  await app.automations.save({ id: automation.id, revision, name: 'Path', reentry: 'never', graph })
  const remarks = async () =>
    (await app.automations.get({ id: automation.id })).problems.filter(({ code }) => code === 'unknown_tag')
  expect(await remarks()).toEqual([])
  await deleteTag(ctx, { id })
  expect(await unknown()).toHaveLength(3)
  expect(await problems()).toEqual([expect.stringContaining('There is no tag “VIP”')])
  expect(await remarks()).toMatchObject([{ step_id: 'a', blocks: false, message: expect.stringContaining('“VIP”') }])
})

test('renaming a segment also renames it in conditions, unless another segment has the same name', async () => {
  const account = await testAccount()
  const { broadcasts, segments } = dashboard(account)
  const definition = { all: [] }
  const [{ id }, other] = [
    await segments.create({ name: 'Regulars', definition }),
    await segments.create({ name: 'Guests', definition }),
  ]
  const ask = (name: string) => `<p>{% if subscriber.segments contains "${name}" %}Thank you{% endif %}</p>`
  const draft = await createBroadcast(account.ctx, { subject: 'March', content: ask('Regulars') + block('Regulars') })
  const content = async () => (await broadcasts.get({ id: draft.id })).content
  await segments.rename({ id, name: 'Old friends' })
  expect(await content()).toBe(ask('Old friends') + block('Regulars'))
  await segments.rename({ id: other.id, name: 'Old friends' })
  await segments.rename({ id, name: 'Neighbors' })
  expect(await content()).toBe(ask('Old friends') + block('Regulars'))
})
