import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../core/outbound.ts'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { templateTable } from '../../testing/automations/template-table.ts'
import { dashboard } from '../../testing/dashboard.ts'
import {
  administrator,
  approveTemplate,
  completeApp,
  completeTemplate,
  publish,
  publishedSource,
  publishVersion,
  resolveNames,
} from '../../testing/modules/apps.ts'
import { submitChangedSources } from './develop/templates.ts'
import { decide, TEMPLATE_ACTIONS, TEMPLATE_STATES, type TemplateAction } from './transitions-schema.ts'

// The table of contract 11, tested through the service: templates are brought into each state once, and every action is tried in it.

beforeAll(resolveNames)
afterAll(() => configureOutbound())

const GRAPH = { triggers: [{ id: 't', on: { type: 'form_joined' } }], first: 'a', steps: [{ id: 'a', kind: 'end' }] }
const NOTE = 'Say how long the course takes.'

/** Every state, with and without a live version. */
const SITUATIONS = TEMPLATE_STATES.flatMap((state) =>
  (state === 'published' ? [true] : [false, true]).map((is_live) => ({ state, is_live })),
)
type Situation = (typeof SITUATIONS)[number]

async function developer() {
  const account = await testAccount()
  const app = await completeApp(account)
  await publish(account, app)
  return { account, app_id: app.id }
}
type Developer = Awaited<ReturnType<typeof developer>>

/** Brings a template with its own automation into the state, through the service. */
async function bring({ account, app_id }: Developer, { state, is_live }: Situation) {
  const automation_id = await publishedSource(account, { graph: GRAPH })
  const template = await completeTemplate(account, { app_id, automation_id })
  const { develop } = dashboard(account).automation_templates
  const { review } = administrator(account).automation_templates
  const edit = async (description: string) => {
    const { name, labels } = await account.ctx.db.automationTemplate.findFirstOrThrow({ where: template })
    await develop.edit({
      ...template,
      name,
      labels: labels as ('onboarding' | 'courses')[],
      automation_id,
      description,
    })
  }
  if (is_live) {
    await develop.submit(template)
    await approveTemplate(account, template)
    await develop.publish(template)
    if (state !== 'published') await edit('Welcomes those who join and teaches them to glaze in six emails.')
    if (state === 'draft') await review.reject({ ...template, version: 2, note: NOTE })
  } else if (state !== 'draft') await develop.submit(template)
  if (state === 'approved') await approveTemplate(account, template)
  return { account, id: template.id, automation_id, edit, develop, review }
}
type Scene = Awaited<ReturnType<typeof bring>>

async function act({ account, id, automation_id, edit, develop, review }: Scene, action: TemplateAction) {
  const { version, state } = await account.ctx.db.automationTemplate.findFirstOrThrow({ where: { id } })
  const submission = { id, version: version ?? 1 }
  switch (action) {
    case 'submit':
      return develop.submit({ id })
    case 'approve':
      return review.approve(submission)
    case 'reject':
      return review.reject({ ...submission, note: NOTE })
    case 'publish':
      return develop.publish({ id })
    case 'edit':
      return edit(`Welcomes those who join and teaches them to glaze, as a ${state} one.`)
    case 'delete':
      return develop.delete({ id })
    case 'change_source': {
      const { version: last } = await account.ctx.db.automation.findFirstOrThrow({ where: { id: automation_id } })
      await publishVersion(account, { id: automation_id, version: (last ?? 0) + 1, graph: GRAPH })
      return submitChangedSources(account.ctx, { automation_id })
    }
    case 'adopt': {
      const creator = dashboard(await testAccount()).automation_templates
      const { plan_key } = await creator.preview({ template: id })
      return creator.adopt({ template: id, plan_key })
    }
  }
}

/** Returns everything that an action could write about a template. */
const contents = ({ ctx }: TestAccount) =>
  ctx.sql.one(
    `select (select json_agg(t order by t.id) from automation_template t where t.account_id = $1) as templates,
       (select json_agg(v order by v.template_id, v.version) from automation_template_version v where v.account_id = $1) as versions,
       (select count(*)::int from audit_entry a where a.subject_account_id = $1) as audited,
       (select count(*)::int from review_entry r where r.account_id = $1) as reviewed,
       (select count(*)::int from service_mail m join users u on u.email = m.to_address
         join membership s on s.user_id = u.id and s.account_id = $1) as emails`,
  )

const now = async ({ account, id }: Scene) => {
  const row = await account.ctx.db.automationTemplate.findFirstOrThrow({ where: { id } })
  return row.deleted_at ? 'deleted' : row.state
}

test('every action in every state works as listed in the table, or is rejected with a reason and changes nothing [contract 11]', async () => {
  const table = templateTable()
  const scene = await developer()
  for (const situation of SITUATIONS) {
    const { state, is_live } = situation
    const template = await bring(scene, situation)
    const isListed = (action: TemplateAction) => table.has(`${state} ${action}`) || (action === 'adopt' && is_live)
    const contents_before = await contents(scene.account)
    for (const action of TEMPLATE_ACTIONS) {
      // Developers can publish their automations at any time.
      if (isListed(action) || action === 'change_source') continue
      const name = `${action} in ${state}${is_live ? ' with a live version' : ''}`
      const decision = decide(situation, action)
      const message = 'refusal' in decision ? decision.refusal : expect.fail(`${name} is not refused`)
      // An account does not find a template that is not offered to it.
      const refusal = action === 'adopt' ? { code: 'NOT_FOUND' } : { code: 'CONFLICT', message }
      await expect(act(template, action), name).rejects.toMatchObject(refusal)
      expect(message, name).toMatch(/^The template is .{8,}/)
      expect(await contents(scene.account), name).toEqual(contents_before)
    }
    for (const action of TEMPLATE_ACTIONS) {
      if (!isListed(action) && action !== 'change_source') continue
      const name = `${action} in ${state}${is_live ? ' with a live version' : ''}`
      const one = await bring(scene, situation)
      await act(one, action)
      expect(await now(one), name).toBe(table.get(`${state} ${action}`) ?? state)
    }
  }
})

test('only one of two concurrent reviewers decides, whatever the decisions, and the other gets the reason', async () => {
  const scene = await developer()
  for (const [first_action, other_action] of [
    ['approve', 'approve'],
    ['approve', 'reject'],
    ['reject', 'reject'],
  ] as const) {
    const template = await bring(scene, { state: 'in_review', is_live: false })
    const results = await Promise.allSettled([act(template, first_action), act(template, other_action)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const first = results[0].status === 'fulfilled' ? first_action : other_action
    const second = first === first_action ? other_action : first_action
    const state = first === 'approve' ? 'approved' : 'draft'
    expect(await now(template)).toBe(state)
    const decision = decide({ state, is_live: false }, results[0].status === 'fulfilled' ? other_action : first_action)
    const message = 'refusal' in decision ? decision.refusal : expect.fail(second)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT', message } })
    const decided = await unscoped().reviewEntry.count({ where: { item_id: template.id, kind: 'template' } })
    expect(decided).toBe(1)
  }
})
