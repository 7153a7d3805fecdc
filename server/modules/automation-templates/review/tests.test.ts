import { beforeAll, expect, test } from 'vitest'
import { serviceCtx } from '../../../core/context.ts'
import { unscoped } from '../../../db/client.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  approveTemplate,
  completeApp,
  completeTemplate,
  publish,
  publishedSource,
  resolveNames,
} from '../../../testing/modules/apps.ts'
import { startSession } from '../../users/sessions.ts'
import { removeEndedTemplateTests } from './tests.ts'

beforeAll(resolveNames)

const DAY_MS = 86_400_000

/** Creates a template in review, and an administrator with a session. */
async function setUp(graphOf?: (ids: { tag_id: number; plugin_id: number }) => unknown) {
  const [developer, reviewer] = [await testAccount(), await testAccount()]
  const app = await completeApp(developer)
  await publish(developer, app)
  const { tags, automation_templates: templates } = dashboard(developer)
  const { id: tag_id } = await tags.create({ name: 'Glazer' })
  const { id: plugin_id } = await unscoped().appPlugin.create({
    data: {
      app_id: app.id,
      kind: 'automation_action',
      identifier: 'stamp',
      name: 'Stamp',
      request_url: 'https://glaze.example/stamp',
    },
  })
  const tagging = {
    triggers: [],
    first: 'a',
    steps: [{ id: 'a', kind: 'action', action: { type: 'add_tag', tag_id } }],
  }
  const graph = graphOf?.({ tag_id, plugin_id }) ?? tagging
  const template = await completeTemplate(developer, {
    app_id: app.id,
    automation_id: await publishedSource(developer, { graph }),
  })
  const { develop } = templates
  await develop.submit(template)
  const source = { ip: '127.0.0.1', user_agent: null }
  const session_id = await startSession(serviceCtx(), { user_id: reviewer.user_id, source })
  const { admin, automation_templates, automations } = dashboard(reviewer, reviewer.ctx, { is_admin: true, session_id })
  const own = { ...template, account_id: reviewer.account_id }
  return { developer, reviewer, app, template, develop, own, admin, automations, review: automation_templates.review }
}

const idIn = (url: string) => Number(url.split('/').at(-1))

const entriesOf = async ({ account_id }: { account_id: number }) =>
  (await unscoped().auditEntry.findMany({ where: { subject_account_id: account_id }, orderBy: { id: 'asc' } }))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('template_test'))

test('an administrator tests a template in review as a draft with the objects it needs, and removes it', async () => {
  const { reviewer, template, own, admin, automations, review } = await setUp()
  const { url } = await review.startTest(own)
  const draft = await automations.get({ id: idIn(url) })
  expect(draft).toMatchObject({ name: 'Glaze course', state: 'draft', is_locked: false })
  const tag = await reviewer.ctx.db.tag.findFirst({ where: { name: 'Glazer' } })
  expect(draft.graph.steps).toMatchObject([{ action: { type: 'add_tag', tag_id: tag?.id } }])
  expect((await review.tests(template)).tests).toMatchObject([{ account_id: own.account_id }])
  expect(await admin.reviews.testsIn(own)).toMatchObject([{ kind: 'template', id: template.id, name: 'Glaze course' }])

  await review.removeTest(own)
  await expect(automations.get({ id: idIn(url) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await review.tests(template)).tests).toEqual([])
  expect(await admin.reviews.testsIn(own)).toEqual([])
  await expect(review.removeTest(own)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await entriesOf(own)).toEqual(['template_test_started', 'template_test_removed'])
})

test('another test in the same account replaces the first', async () => {
  const { template, own, automations, review } = await setUp()
  const first = await review.startTest(own)
  const second = await review.startTest(own)
  await expect(automations.get({ id: idIn(first.url) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await automations.get({ id: idIn(second.url) })).toMatchObject({ state: 'draft' })
  expect((await review.tests(template)).tests).toHaveLength(1)
})

test('an account is created for the test of a template when none is chosen, and an account of another owner is not used', async () => {
  const { developer, template, reviewer, review } = await setUp()
  await review.startTest({ ...template, account_id: null })
  const [{ account_id, account_name } = { account_id: 0, account_name: '' }] = (await review.tests(template)).tests
  expect(account_name).toBe('Test of Glaze course')
  const made = await unscoped().account.findUniqueOrThrow({ where: { id: account_id }, include: { memberships: true } })
  expect(made).toMatchObject({ is_for_test: true, memberships: [{ user_id: reviewer.user_id, role: 'owner' }] })
  const foreign = { ...template, account_id: developer.account_id }
  await expect(review.startTest(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['approved', 'submitted again', 'deleted', 'a week old'])(
  'the test ends when the template is %s',
  async (end) => {
    const { developer, template, develop, own, automations, review } = await setUp()
    const { url } = await review.startTest(own)
    await removeEndedTemplateTests({ now: new Date() })
    expect(await automations.get({ id: idIn(url) })).toMatchObject({ state: 'draft' })
    if (end === 'approved') await approveTemplate(developer, template)
    if (end === 'deleted') await develop.delete(template)
    if (end === 'submitted again') {
      await review.reject({ ...template, version: 1, note: 'Say how long the course takes.' })
      await develop.submit(template)
    }
    await removeEndedTemplateTests({ now: new Date(Date.now() + (end === 'a week old' ? 7 * DAY_MS : 0)) })
    await expect(automations.get({ id: idIn(url) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await entriesOf(own)).toEqual(['template_test_started', 'template_test_removed'])
  },
)

test('a test whose draft the reviewer deleted ends like any other', async () => {
  const { template, own, automations, review } = await setUp()
  const { url } = await review.startTest(own)
  await automations.delete({ id: idIn(url) })
  await review.removeTest(own)
  expect((await review.tests(template)).tests).toEqual([])
})

test('a template with steps of its app is tested where the app is installed', async () => {
  const { template, own, review } = await setUp(({ plugin_id }) => ({
    triggers: [],
    first: 'a',
    steps: [{ id: 'a', kind: 'action', action: { type: 'app_action', plugin_id } }],
  }))
  const missing = { message: expect.stringMatching(/^The template has steps of Glaze book/) }
  const accounts = () => unscoped().account.count({ where: { name: 'Test of Glaze course', is_for_test: false } })
  const before = await accounts()
  await expect(review.startTest({ ...template, account_id: null })).rejects.toMatchObject(missing)
  expect(await accounts()).toBe(before)
  await expect(review.startTest(own)).rejects.toMatchObject(missing)
})

test('only templates in review are tested, and only by administrators', async () => {
  const { developer, template, own, review } = await setUp()
  await approveTemplate(developer, template)
  await expect(review.startTest(own)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { review: foreign } = dashboard(developer).automation_templates
  for (const call of [() => foreign.tests(template), () => foreign.startTest(own), () => foreign.removeTest(own)])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
