import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { auditedActions } from '../../../testing/database/audit.ts'
import {
  administrator,
  approveTemplate,
  completeApp,
  completeTemplate,
  publish,
  publishedSource,
  publishVersion,
  queued,
  resolveNames,
} from '../../../testing/modules/apps.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { submitChangedSources } from '../develop/templates.ts'

beforeAll(resolveNames)
afterAll(() => configureOutbound())

const taggedGraph = (tag_id: number) => ({
  triggers: [{ id: 't', on: { type: 'form_joined' } }],
  first: 'a',
  steps: [{ id: 'a', kind: 'action', action: { type: 'add_tag', tag_id } }],
})

async function setUp({ in_store = true } = {}) {
  const account = await testAccount()
  const { tags, automation_templates, apps } = dashboard(account)
  const tag = await tags.create({ name: 'Glazing' })
  const automation_id = await publishedSource(account, { graph: taggedGraph(tag.id) })
  const app = await completeApp(account)
  if (in_store) await publish(account, app)
  const template = await completeTemplate(account, { app_id: app.id, automation_id })
  const { develop } = automation_templates
  const { review } = administrator(account).automation_templates
  const read = async () => (await develop.list({ app_id: app.id }))[0]
  const edit = async (change: { description?: string; automation_id?: number }) =>
    develop.edit({ ...template, ...(await fieldsOf()), ...change })
  const fieldsOf = async () => {
    const { name, description, labels, automation_id } = (await read()) ?? expect.fail('no template')
    return { name, description, labels, automation_id }
  }
  return { account, tag, app, apps, automation_id, template, develop, review, read, edit }
}

test('a template of an app in the store goes from draft to published, and an edit sends it back to review with the old version live', async () => {
  const { account, tag, template, develop, review, read, edit, automation_id } = await setUp()
  expect(await read()).toMatchObject({ state: 'draft', is_live: false, missing: [], picture: null })
  await expect(develop.publish(template)).rejects.toMatchObject({ code: 'CONFLICT', message: /Submit it for review/ })
  await develop.submit(template)
  expect(await queued(account, { kind: 'template' })).toMatchObject([{ id: template.id, name: 'Glaze course' }])
  expect(await review.get(template)).toMatchObject({
    outline: [{ text: 'Joins any form' }, { text: 'Add the tag “Glazing”' }],
    picture: { boxes: [{ kind: 'trigger' }, { kind: 'action' }], lines: [[0, 1]] },
    live: null,
  })
  await expect(edit({ description: 'Something else' })).rejects.toMatchObject({ message: /is in review/ })
  const note = 'Say how long the course takes.'
  await review.reject({ ...template, version: 1, note })
  expect(await read()).toMatchObject({ state: 'draft', review_note: note })
  await develop.submit(template)
  expect(await read()).toMatchObject({ state: 'in_review', review_note: null })
  await approveTemplate(account, template)
  await expect(edit({ description: 'Something else' })).rejects.toMatchObject({
    message: /Publish it before you edit it/,
  })
  await develop.publish(template)
  expect(await read()).toMatchObject({ state: 'published', is_live: true })

  await edit({ description: 'Teaches glazing to those who join, in seven emails.' })
  expect(await read()).toMatchObject({ state: 'in_review', is_live: true })
  expect(await review.get(template)).toMatchObject({
    version: 3,
    description: 'Teaches glazing to those who join, in seven emails.',
    live: { description: 'Welcomes those who join and teaches them to glaze in five emails.' },
  })
  await review.approve({ ...template, version: 3, note: 'Well explained.' })
  expect(await read()).toMatchObject({ state: 'approved', review_note: 'Well explained.' })
  await develop.publish(template)

  // The source is the published version of the automation, not its draft.
  await submitChangedSources(account.ctx, { automation_id })
  expect(await read()).toMatchObject({ state: 'published' })
  const steps = [...taggedGraph(tag.id).steps, { id: 'b', kind: 'end' }]
  await publishVersion(account, { id: automation_id, version: 2, graph: { ...taggedGraph(tag.id), steps } })
  await submitChangedSources(account.ctx, { automation_id })
  expect(await read()).toMatchObject({ state: 'in_review', is_live: true })
  expect(await review.get(template)).toMatchObject({ outline: { length: 3 }, live: { outline: { length: 2 } } })
  await develop.delete(template)
  await expect(review.get(template)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(develop.publish(template)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await serviceEmailsTo(account.email)).map(({ subject }) => subject).slice(1)).toEqual([
    'Your template Glaze course needs changes',
    'Your template Glaze course was approved',
    'Your template Glaze course was approved',
  ])
  expect((await auditedActions(account.user_id)).filter((action) => action !== 'app_approved')).toEqual([
    'template_rejected',
    'template_approved',
    'template_approved',
  ])
})

test('an automation published again during a review goes to review once the template is published', async () => {
  const { account, template, develop, read, automation_id, tag } = await setUp()
  await develop.submit(template)
  await publishVersion(account, { id: automation_id, version: 2, graph: taggedGraph(tag.id) })
  await submitChangedSources(account.ctx, { automation_id })
  await approveTemplate(account, template)
  await develop.publish(template)
  expect(await read()).toMatchObject({ state: 'in_review', is_live: true })
})

test('a source that can no longer be submitted returns the template to draft with the reason', async () => {
  const { account, template, develop, read, automation_id } = await setUp()
  await develop.submit(template)
  await approveTemplate(account, template)
  await develop.publish(template)
  const steps = [{ id: 'a', kind: 'action', action: { type: 'start_automation', automation_id } }]
  await publishVersion(account, { id: automation_id, version: 2, graph: { first: 'a', steps } })
  await submitChangedSources(account.ctx, { automation_id })
  expect(await read()).toMatchObject({
    state: 'draft',
    is_live: true,
    review_note: expect.stringContaining('Remove triggers and steps that name another automation'),
  })
})

test('two reviewers cannot both decide, and an approval covers only the submission that the reviewer saw', async () => {
  const { template, develop, review, read } = await setUp()
  await develop.submit(template)
  const note = 'Say how long the course takes.'
  const both = await Promise.allSettled([
    review.approve({ ...template, version: 1 }),
    review.reject({ ...template, version: 1, note }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
  if ((await read())?.state === 'approved') return
  await develop.submit(template)
  await expect(review.approve({ ...template, version: 1 })).rejects.toMatchObject({
    message: 'The template was changed and submitted again. Reload the page and review it again.',
  })
})

test('the review of an unpublished app also decides about its templates', async () => {
  const { account, app, apps, template, develop, review, read } = await setUp({ in_store: false })
  const { app_reviews } = administrator(account)
  await develop.submit(template)
  expect(await queued(account, { kind: 'template' })).toEqual([])
  await expect(review.approve({ ...template, version: 1 })).rejects.toMatchObject({ message: /together with its app/ })
  const version = async () => (await administrator(account).apps.review.get(app)).version
  await apps.develop.submit(app)
  await app_reviews.reject({ id: app.id, version: await version(), note: 'The logo belongs to someone else.' })
  expect(await read()).toMatchObject({ state: 'draft', review_note: 'The logo belongs to someone else.' })

  await develop.submit(template)
  await apps.develop.submit(app)
  const seen = { id: app.id, version: await version() }
  await expect(app_reviews.approve(seen)).rejects.toMatchObject({ message: /templates of the app were changed/ })
  expect(await apps.develop.get(app)).toMatchObject({ status: 'in_review' })
  const templates = await review.ofApp({ app_id: app.id })
  await app_reviews.approve({ ...seen, templates })
  expect(await read()).toMatchObject({ state: 'approved' })
  expect(await apps.develop.get(app)).toMatchObject({ status: 'published' })
})

test('a template can be submitted only if it is complete and uses nothing that only its developer has', async () => {
  const { account, app, develop, edit, template } = await setUp()
  const other = await testAccount()
  await expect(dashboard(other).automation_templates.develop.submit(template)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await dashboard(other).automation_templates.develop.list({ app_id: app.id })).toEqual([])
  await edit({ description: 'Short' })
  await expect(develop.submit(template)).rejects.toMatchObject({
    message: 'Describe what it does for creators, in at least 40 characters',
  })
  const { id: unpublished_id } = await account.ctx.db.automation.create({
    data: { account_id: account.account_id, name: 'Draft only' },
  })
  const description = 'Welcomes those who join and teaches them to glaze in five emails.'
  await edit({ description, automation_id: unpublished_id })
  await expect(develop.submit(template)).rejects.toMatchObject({ message: /Publish the automation first/ })
  const foreign = await publishedSource(account, {
    graph: {
      triggers: [{ id: 't', on: { type: 'automation_completed', automation_id: unpublished_id } }],
      first: 'a',
      steps: [
        { id: 'a', kind: 'action', action: { type: 'app_action', plugin_id: 2_000_000_000 }, next: 'b' },
        { id: 'b', kind: 'action', action: { type: 'add_tag', tag_id: 2_000_000_000 }, next: 'c' },
        {
          id: 'c',
          kind: 'condition',
          filter: { all: [{ type: 'opens', any: [{ type: 'broadcasts', ids: [1] }] }] },
        },
      ],
    },
  })
  await edit({ automation_id: foreign })
  const error = await develop.submit(template).catch((error: Error) => error)
  for (const part of ['another automation', 'on broadcasts', 'of other apps', 'a tag that was deleted'])
    expect(String(error)).toContain(part)
  for (const call of [
    () => develop.create({ app_id: app.id, name: 'x', description: '', labels: [], automation_id: foreign }),
    () => edit({ automation_id: 2_000_000_000 }),
  ])
    await expect(call()).rejects.toMatchObject({ code: expect.stringMatching(/BAD_REQUEST|UNPROCESSABLE/) })
})
