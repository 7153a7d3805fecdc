import { expect, test } from 'vitest'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'
import { createTag } from '../tags/service.ts'

async function studio() {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const { value: tag } = await createTag(account.ctx, { name: 'Buyer' })
  const subscriber_ids = await addSubscribers(account, 3)
  const graph = {
    triggers: [{ id: 't1', on: { type: 'tag_added', tag_id: tag.id } }],
    first: 'a',
    steps: [
      { id: 'a', kind: 'wait', wait: { for: 'duration', minutes: 60 }, next: 'b' },
      { id: 'b', kind: 'action', action: { type: 'add_tag', tag_id: tag.id }, next: null },
    ],
  }
  const { body } = await ask('POST /v4/automations', { name: 'Buyers', kind: 'visual', graph })
  const { id } = body.automation as { id: number }
  return { account, ask, tag, graph, subscriber_ids, id, path: `/v4/automations/${id}` }
}

test('a program writes the graph of an automation, and a change of another revision is refused [contract 21.9]', async () => {
  const { ask, path, id, graph } = await studio()
  const { automation } = (await ask(`GET ${path}`)).body
  expect(automation).toMatchObject({ name: 'Buyers', state: 'draft', version: null, problems: [] })
  expect(automation.graph.steps).toHaveLength(2)
  const renamed = await ask(`PUT ${path}`, { name: 'Fans', reentry: 'always', revision: automation.revision })
  expect(renamed.body.automation).toMatchObject({ name: 'Fans', reentry: 'always', graph: automation.graph })
  expect((await ask(`PUT ${path}`, { name: 'Old', revision: automation.revision })).status).toBe(409)
  // Without a revision, concurrent changes of other properties all apply.
  const changes = [{ name: 'Fans' }, { reentry: 'never' }, { graph }, { name: 'Fans' }]
  const answers = await Promise.all(changes.map((change) => ask(`PUT ${path}`, change)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await ask(`GET ${path}`)).body.automation).toMatchObject({ name: 'Fans', reentry: 'never' })
  const broken = { ...graph, first: 'z' }
  expect((await ask(`PUT ${path}`, { graph: broken })).body.automation.problems).toMatchObject([
    { code: 'unknown_step', blocks: true },
    {},
    {},
  ])
  expect((await ask(`POST ${path}/publish`, {})).status).toBe(422)
  expect((await ask(`PUT ${path}`, { graph: { steps: [{ id: 'a', kind: 'nap' }] } })).status).toBe(422)
  const copy = await ask(`POST ${path}/duplicate`)
  expect(copy).toMatchObject({ status: 201, body: { automation: { name: 'Copy of Fans', state: 'draft' } } })
  const listed = await ask('GET /v4/automations?search=fans&per_page=1')
  expect(listed.body).toMatchObject({ automations: [{ name: 'Copy of Fans' }], pagination: { has_next_page: true } })
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
  expect((await ask(`GET ${path}`)).status).toBe(404)
  expect(id).toBeGreaterThan(0)
})

test('a program tries and publishes an automation, adds subscribers, traces, moves and removes them [contract 21.9]', async () => {
  const { ask, path, tag, subscriber_ids } = await studio()
  for (const id of subscriber_ids) await ask(`POST /v4/tags/${tag.id}/subscribers/${id}`)
  expect((await ask(`GET ${path}/preflight`)).body.preflight).toMatchObject({
    version: 1,
    problems: [],
    existing: [{ trigger_id: 't1', count: 3 }],
  })
  const publish = (body: object) => ask(`POST ${path}/publish`, body)
  const tried = await publish({ enter_existing: ['t1'], dry_run: true })
  expect(tried.body).toEqual({
    automation: { version: 1 },
    dry_run: { recipients: 3, suppressed: 0, is_exact: true, warnings: [] },
  })
  expect((await ask(`GET ${path}`)).body.automation.state).toBe('draft')
  expect((await publish({ enter_existing: ['t1'], expected_recipients: 40 })).body.errors).toEqual([
    'expected_recipients is 40, but it would reach 3 subscribers',
  ])
  expect((await publish({})).body).toEqual({ automation: { version: 1 } })
  expect((await ask(`GET ${path}/versions`)).body.versions).toMatchObject([{ version: 1, is_current: true, inside: 0 }])
  expect((await ask(`GET ${path}/versions/1`)).body.version.graph.first).toBe('a')
  const source = { kind: 'subscribers', subscriber_ids }
  const add = (more: object = {}) => ask(`POST ${path}/subscribers`, { source, ...more })
  expect((await add({ dry_run: true })).body).toMatchObject({ added: { entered: 3 }, dry_run: { recipients: 3 } })
  expect((await add({ expected_recipients: 3 })).body).toEqual({ added: { entered: 3 } })
  const { runs } = (await ask(`GET ${path}/runs`)).body
  expect(runs).toHaveLength(3)
  const [first, second] = runs.map(({ run_id }: { run_id: number }) => run_id)
  expect((await ask(`GET /v4/automation_runs/${first}`)).body.trace).toMatchObject({
    run: { run_id: first },
    entries: [{ event: 'entered' }],
  })
  const mine = await ask(`GET /v4/subscribers/${runs[0].subscriber_id}/automations`)
  expect(mine.body.runs).toMatchObject([{ run_id: first, automation_name: 'Buyers' }])
  for (const change of ['move', 'remove']) {
    const tried = await ask(`POST ${path}/runs/${change}`, { run_ids: [first], step_id: 'b', dry_run: true })
    expect(tried.body).toMatchObject({ changed: 1, dry_run: { recipients: 1 } })
    const refused = await ask(`POST ${path}/runs/${change}`, { run_ids: [first], step_id: 'b', expected_recipients: 9 })
    expect(refused.body.errors).toEqual(['expected_recipients is 9, but it would reach 1 subscribers'])
  }
  expect((await ask(`GET ${path}/counts`)).body.counts).toMatchObject({ left: 0 })
  expect((await ask(`POST ${path}/runs/retry`, { run_ids: [first], expected_recipients: 0 })).body).toEqual({
    changed: 0,
  })
  expect((await ask(`POST ${path}/runs/move`, { run_ids: [first], step_id: 'b' })).body).toEqual({ changed: 1 })
  expect((await ask(`POST ${path}/runs/move`, { run_ids: [first], step_id: 'zz' })).status).toBe(422)
  expect((await ask(`POST ${path}/runs/remove`, { run_ids: [second] })).body).toEqual({ changed: 1 })
  expect((await ask(`GET ${path}/counts`)).body.counts).toMatchObject({ left: 1 })
  expect((await ask(`POST ${path}/pause`)).body.automation.state).toBe('paused')
  expect((await ask(`POST ${path}/pause`)).status).toBe(409)
  expect((await ask(`POST ${path}/resume`)).body.automation.state).toBe('live')
  await publish({})
  const migration = `${path}/versions/1/migration`
  expect((await ask(`GET ${migration}`)).body.migration).toEqual({ missing: [], kept: 2 })
  expect((await ask(`POST ${migration}`, { dry_run: true })).body.dry_run).toMatchObject({ recipients: 2 })
  const moved = await ask(`POST ${migration}`, { expected_recipients: 2 })
  expect(moved.status).toBe(202)
  const { task_id } = moved.body.task
  expect((await ask(`GET ${path}/tasks`)).body.tasks).toMatchObject([{ id: task_id, kind: 'migrate', total: 2 }])
  expect((await ask(`POST ${path}/tasks/${task_id}/cancel`)).status).toBe(204)
  expect((await ask(`POST ${path}/tasks/${task_id}/cancel`)).status).toBe(422)
})

test('a program starts a dry run, and writes and restores emails of an automation [contract 21.9]', async () => {
  const { ask, path, subscriber_ids } = await studio()
  expect((await ask(`GET ${path}/dry_run`)).body).toEqual({ dry_run: null })
  const { id } = (await ask(`POST ${path}/dry_runs`, {})).body.dry_run
  expect((await ask(`GET ${path}/dry_run`)).body.dry_run).toMatchObject({ id, state: 'running', version: null })
  expect((await ask(`GET /v4/automation_dry_runs/${id}/subscribers`)).body.subscribers).toEqual([])
  expect((await ask(`GET /v4/automation_dry_runs/${id}/subscribers/${subscriber_ids[0]}`)).status).toBe(404)
  const made = await ask(`POST ${path}/emails`, {})
  expect(made).toMatchObject({ status: 201, body: { automation_email: { subject: '', is_locked: false } } })
  const email = `/v4/automation_emails/${made.body.automation_email.id}`
  const saved = await ask(`PUT ${email}`, { subject: 'Hello', content: '<p onclick="a()">Hi</p>' })
  expect(saved.body).toMatchObject({
    automation_email: { subject: 'Hello', content: '<p>Hi</p>' },
    warnings: ['The attribute onclick was left out.'],
  })
  expect((await ask(`PUT ${email}`, { subject: 'Again', replaces: 'other.text.version' })).status).toBe(409)
  const revised = `GET /v4/revisions?kind=automation_email&item_id=${made.body.automation_email.id}`
  const [{ id: revision_id }] = (await ask(revised)).body.revisions
  await ask(`PUT ${email}`, { subject: 'Bye' })
  expect((await ask(`POST ${email}/restore`, { revision_id })).body.automation_email.subject).toEqual(
    expect.any(String),
  )
  expect((await ask(`POST ${email}/restore`, { revision_id: 2_000_000_000 })).status).toBe(404)
  expect((await ask(`POST ${email}/test`, { email_addresses: ['no address'] })).status).toBe(422)
})

test('running automations needs the scope automations:write, and foreign ids answer 404 [contract 2.3]', async () => {
  const { account, path, id } = await studio()
  const withScopes = async (scopes: string[]) => ({
    token: await testToken(account.account_id, account.user_id, { scopes }),
  })
  const rest = await withScopes(['read', 'write', 'files:write', 'sending:write'])
  for (const change of ['publish', 'pause', 'resume', 'subscribers', 'runs/move'])
    expect((await api(`POST ${path}/${change}`, rest, {})).status, change).toBe(403)
  expect((await api(`POST ${path}/publish`, await withScopes(['automations:write']), {})).status).toBe(200)
  const other = key(await testAccount())
  for (const operation of [
    `GET ${path}`,
    `GET ${path}/runs`,
    `GET ${path}/tasks`,
    `DELETE ${path}`,
    `POST ${path}/pause`,
  ])
    expect((await api(operation, other)).status, operation).toBe(404)
  const source = { kind: 'subscribers', subscriber_ids: [1] }
  expect((await api(`POST /v4/automations/${id}/subscribers`, other, { source })).status).toBe(404)
})
