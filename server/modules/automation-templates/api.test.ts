import { expect, test } from 'vitest'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { BUILT_IN } from './adoption-schema.ts'

test('a program lists, previews and adopts automation templates, exactly as the preview showed [contract 22.10]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const listed = await ask('GET /v4/automation_templates?per_page=3')
  expect(listed.body.automation_templates.map(({ template }: { template: string }) => template)).toEqual(
    BUILT_IN.slice(0, 3),
  )
  const next = await ask(`GET /v4/automation_templates?after=${listed.body.pagination.end_cursor}`)
  expect(next.body.automation_templates[0]).toMatchObject({ template: BUILT_IN[3], app: null })
  expect((await ask('GET /v4/automation_templates?label=nothing')).status).toBe(422)
  const preview = async () => (await ask('POST /v4/automation_templates/preview', { template: 'welcome' })).body.preview
  const { plan_key, plan, name, outline } = await preview()
  expect(outline.length).toBeGreaterThan(1)
  await ask('POST /v4/tags', { name: plan.find(({ kind }: { kind: string }) => kind === 'tag')?.name ?? 'None' })
  const adopt = (body: object) => ask('POST /v4/automation_templates/adopt', { template: 'welcome', ...body })
  const made = await adopt({ plan_key: (await preview()).plan_key })
  expect(made).toMatchObject({ status: 201, body: { automation: { name, state: 'draft', template: null } } })
  expect((await adopt({ plan_key: 'other' })).status).toBe(409)
  expect((await adopt({})).body.errors).toEqual(['plan_key is required'])
  expect(plan_key).toMatch(/^[0-9a-f]{32}$/)
  const { id } = made.body.automation
  expect((await ask(`GET /v4/automations/${id}/template`)).body).toEqual({ template: null })
  expect((await ask(`GET /v4/automations/${id}/template/update`)).status).toBe(409)
  expect((await ask(`POST /v4/automations/${id}/template/update`, { plan_key })).status).toBe(409)
})

test('an unknown template answers 404, a wrong one 422 with the known names, and foreign automations 404 [contract 22.10]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  expect((await ask('POST /v4/automation_templates/preview', { template: 2_000_000_000 })).status).toBe(404)
  expect((await ask('POST /v4/automation_templates/preview', { template: 'xmas' })).body.errors).toEqual([
    `template must be the id of a template, or one of: ${BUILT_IN.join(', ')}`,
  ])
  const { automation } = (await ask('POST /v4/automations', { name: 'Own', kind: 'visual' })).body
  const path = `/v4/automations/${automation.id}/template`
  const other = key(await testAccount())
  for (const operation of [`GET ${path}`, `GET ${path}/update`, `POST ${path}/update`])
    expect((await api(operation, other, {})).status, operation).toBe(404)
  const token = await testToken(account.account_id, account.user_id, { scopes: ['read'] })
  expect((await api('POST /v4/automation_templates/preview', { token }, { template: 'birthday' })).status).toBe(200)
  expect((await api('POST /v4/automation_templates/adopt', { token }, { template: 'birthday' })).status).toBe(403)
})
