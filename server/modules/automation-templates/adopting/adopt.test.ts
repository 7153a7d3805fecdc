import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  approveTemplate,
  completeApp,
  completeTemplate,
  publish,
  publishedSource,
  publishVersion,
  resolveNames,
} from '../../../testing/modules/apps.ts'
import { BUILT_IN } from '../adoption-schema.ts'

beforeAll(resolveNames)
afterAll(() => configureOutbound())

/** Creates a developer's account with one object of each kind that a graph can name. */
async function developerAccount() {
  const account = await testAccount()
  const { tags, custom_fields, forms, sequences, segments } = dashboard(account)
  const { account_id, ctx } = account
  const tag = await tags.create({ name: 'Glazing' })
  const field = await custom_fields.create({ label: 'Kiln type', type: 'choice', choices: ['Gas', 'Electric'] })
  const form = await forms.create({ name: 'Course', type: 'embed', format: 'inline' })
  const sequence = await sequences.create({ name: 'Glaze lessons' })
  await ctx.db.sequenceEmail.create({
    data: {
      account_id,
      sequence_id: sequence.id,
      subject: 'Lesson one',
      content: '<p>For your {{ subscriber.kiln_type }}</p>',
      published: true,
      position: 0,
      delay_value: 1,
      delay_unit: 'days',
    },
  })
  const definition = { all: [{ type: 'tags' as const, any: [{ type: 'ids' as const, matching: [tag.id] }] }] }
  const segment = await segments.create({ name: 'Potters', definition: { ...definition, counting_mode: 'raw' } })
  const product = await ctx.db.product.create({ data: { account_id, pid: 'p', name: 'Glaze kit' } })
  const graph = {
    triggers: [
      { id: 't1', on: { type: 'form_joined', form_id: form.id } },
      { id: 't2', on: { type: 'segment_entered', segment_id: segment.id } },
      { id: 't3', on: { type: 'purchased', product_id: product.id } },
    ],
    first: 'a',
    steps: [
      { id: 'a', kind: 'action', action: { type: 'send_email', email_id: 900_000_001 }, next: 'b' },
      { id: 'b', kind: 'condition', filter: definition, yes: 'c', no: 'd' },
      { id: 'c', kind: 'action', action: { type: 'add_to_sequence', sequence_id: sequence.id }, next: 'e' },
      {
        id: 'd',
        kind: 'split',
        by: { type: 'tag' },
        branches: [{ id: 'x', label: 'Glazers', value: String(tag.id), next: 'e' }],
        otherwise: 'f',
      },
      {
        id: 'e',
        kind: 'action',
        action: { type: 'set_field', custom_field_id: field.id, value: '{{ subscriber.kiln_type }}!' },
        next: 'f',
      },
      { id: 'f', kind: 'action', action: { type: 'notify_team', user_ids: [account.user_id], message: 'Done' } },
    ],
  }
  const emails = [{ id: 900_000_001, subject: 'Hello', content: '<p>Hi</p><script>alert(1)</script>' }]
  return { account, graph, emails }
}

async function liveTemplate() {
  const { account, graph, emails } = await developerAccount()
  const automation_id = await publishedSource(account, { graph, emails })
  const app = await completeApp(account)
  await publish(account, app)
  const template = await completeTemplate(account, { app_id: app.id, automation_id })
  const { develop } = dashboard(account).automation_templates
  await develop.submit(template)
  await approveTemplate(account, template)
  await develop.publish(template)
  return { account, graph, automation_id, app, template: template.id, develop }
}

test('adopting copies the automation with the objects it needs, mapped to existing or new ones of the account, and locks it', async () => {
  const { account: developer, app, template, develop, graph, automation_id } = await liveTemplate()
  const creator = await testAccount()
  const { automation_templates, automations, tags, custom_fields } = dashboard(creator)
  const own_tag = await tags.create({ name: 'GLAZING' })
  await custom_fields.create({ label: 'Something else' })
  expect((await automation_templates.list({ app_id: app.id })).templates).toMatchObject([
    { template, name: 'Glaze course', labels: ['onboarding', 'courses'], app: { id: app.id } },
  ])
  const preview = await automation_templates.preview({ template })
  expect(preview.plan.map(({ kind, name, action }) => `${action} ${kind} ${name}`).sort()).toEqual([
    'any product Glaze kit',
    'create custom_field Kiln type',
    'create form Course',
    'create segment Potters',
    'create sequence Glaze lessons',
    'use tag Glazing',
  ])
  await tags.create({ name: 'Unrelated' })
  const { id } = await automation_templates.adopt({ template, plan_key: preview.plan_key })
  const copy = await automations.get({ id })
  expect(copy).toMatchObject({
    name: 'Glaze course',
    is_locked: true,
    state: 'draft',
    template: { id: template, version: 1 },
  })
  const { db } = creator.ctx
  const [field, form, sequence, segment] = await Promise.all([
    db.customField.findFirstOrThrow({ where: { key: 'kiln_type' } }),
    db.form.findFirstOrThrow(),
    db.sequence.findFirstOrThrow({ include: { emails: true } }),
    db.segment.findFirstOrThrow(),
  ])
  expect(field).toMatchObject({ label: 'Kiln type', type: 'choice', choices: ['Gas', 'Electric'] })
  const of_tag = [{ type: 'tags', any: [{ type: 'ids', matching: [own_tag.id] }] }]
  expect(segment).toMatchObject({ name: 'Potters', definition: { conditions: of_tag } })
  expect(sequence.emails).toMatchObject([
    { subject: 'Lesson one', published: false, content: '<p>For your {{ subscriber.kiln_type }}</p>' },
  ])
  expect(copy.graph.triggers.map(({ on }) => on)).toEqual([
    { type: 'form_joined', form_id: form.id },
    { type: 'segment_entered', segment_id: segment.id },
    { type: 'purchased', product_id: null },
  ])
  expect(copy.graph.steps).toMatchObject([
    { action: { email_id: copy.emails[0]?.id } },
    { filter: { all: of_tag } },
    { action: { sequence_id: sequence.id } },
    { branches: [{ value: String(own_tag.id) }] },
    { action: { custom_field_id: field.id } },
    { action: { user_ids: [creator.user_id] } },
  ])
  expect(await automations.emails.get({ id: copy.emails[0]?.id ?? 0 })).toMatchObject({
    subject: 'Hello',
    content: '<p>Hi</p>',
  })

  // The editor is locked, including its emails.
  const draft = { id, revision: copy.revision, name: 'Mine', reentry: 'always' as const, graph: copy.graph }
  await expect(automations.save(draft)).rejects.toMatchObject({ message: /Detach it from the template/ })
  await expect(automations.emails.save({ id: copy.emails[0]?.id ?? 0, subject: 'Mine' })).rejects.toMatchObject({
    message: /Detach it/,
  })
  for (const change of [
    () => automations.rename({ id, name: 'Mine' }),
    () => automations.duplicate({ id }),
    () => automations.changeKind({ id, kind: 'rule' }),
    () => automations.emails.create({ automation_id: id }),
    () => automations.emails.restore({ id: copy.emails[0]?.id ?? 0, revision_id: 1 }),
  ])
    await expect(change()).rejects.toMatchObject({ message: /Detach it from the template/ })
  expect(await automation_templates.adoption({ automation_id: id })).toMatchObject({
    name: 'Glaze course',
    newer_version: null,
  })
  await expect(automation_templates.previewUpdate({ automation_id: id })).rejects.toMatchObject({ code: 'CONFLICT' })

  // A newer version is offered once it is published, and replaces only the draft.
  const steps = [...graph.steps.slice(0, 5), { id: 'f', kind: 'end' }]
  await publishVersion(developer, { id: automation_id, version: 2, graph: { ...graph, steps } })
  await developer.ctx.sql.run(
    `insert into automation_version_email (account_id, automation_id, version, email_id, subject, content)
     select account_id, automation_id, 2, email_id, 'Hello again', content from automation_version_email where account_id = $1`,
  )
  await develop.edit({
    id: template,
    name: 'Glaze course',
    description: 'Welcomes those who join and teaches them to glaze in nine emails.',
    labels: ['courses'],
    automation_id,
  })
  expect(await automation_templates.adoption({ automation_id: id })).toMatchObject({ newer_version: null })
  expect(await automation_templates.preview({ template })).toMatchObject({ version: 1, outline: { length: 9 } })
  await approveTemplate(developer, { id: template })
  await develop.publish({ id: template })
  expect(await automation_templates.adoption({ automation_id: id })).toMatchObject({ newer_version: 2 })
  const update = await automation_templates.previewUpdate({ automation_id: id })
  expect(update.plan.filter(({ action }) => action === 'create')).toEqual([])
  expect(update).toMatchObject({
    before: { emails: [{ subject: 'Hello' }] },
    after: { emails: [{ subject: 'Hello again' }] },
  })
  const program = (operation: string, body?: object) =>
    api(operation.replace(' ', ` /v4/automations/${id}/`), key(creator), body)
  expect((await program('GET template')).body.template).toMatchObject({ name: 'Glaze course', newer_version: 2 })
  const { plan_key } = update
  expect((await program('GET template/update')).body.update).toMatchObject({
    version: 2,
    plan_key,
    after: { emails: [{ subject: 'Hello again' }] },
  })
  expect(await program('POST template/update', { plan_key })).toMatchObject({
    status: 200,
    body: { automation: { template: { version: 2 } } },
  })
  const updated_automation = await automations.get({ id })
  expect(updated_automation).toMatchObject({
    is_locked: true,
    template: { version: 2 },
    emails: [{ id: copy.emails[0]?.id, subject: 'Hello again' }],
  })
  expect(updated_automation.graph.steps.at(-1)).toMatchObject({ kind: 'end' })

  // Deleting the template leaves working copies, which can be detached.
  await develop.delete({ id: template })
  await expect(automation_templates.preview({ template })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await automations.get({ id })).toMatchObject({ is_locked: true, graph: updated_automation.graph })
  expect(await automation_templates.adoption({ automation_id: id })).toMatchObject({ name: null, newer_version: null })
  await automations.detach({ id })
  await automations.save({ ...draft, revision: updated_automation.revision, graph: updated_automation.graph })
  expect(await automations.get({ id })).toMatchObject({ name: 'Mine', is_locked: false, template: null })
  await expect(automations.detach({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  const stranger = dashboard(await testAccount())
  await expect(stranger.automations.detach({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await stranger.automation_templates.adoption({ automation_id: id })).toBeNull()
})

test('an adoption does exactly what the preview showed, or nothing', async () => {
  const { template } = await liveTemplate()
  const creator = await testAccount()
  const { automation_templates, tags } = dashboard(creator)
  const { plan_key } = await automation_templates.preview({ template })
  await tags.create({ name: 'Glazing' })
  await expect(automation_templates.adopt({ template, plan_key })).rejects.toMatchObject({ code: 'CONFLICT' })
  const { db } = creator.ctx
  expect([await db.automation.count(), await db.sequence.count(), await db.form.count()]).toEqual([0, 0, 0])
  // If two users adopt at the same time, the second adoption would differ from its preview.
  const again = await automation_templates.preview({ template })
  const adopted = { template, plan_key: again.plan_key }
  const both = await Promise.allSettled([automation_templates.adopt(adopted), automation_templates.adopt(adopted)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await db.sequence.count()).toBe(1)
  const twice = await automation_templates.preview({ template })
  expect(twice.plan.filter(({ action }) => action === 'create')).toEqual([])
})

test('creators do not find templates that are not live, or whose apps are neither in the store nor installed', async () => {
  const { account, app, template, develop } = await liveTemplate()
  const creator = await testAccount()
  const { automation_templates } = dashboard(creator)
  await dashboard(account).apps.develop.withdraw(app)
  await expect(automation_templates.preview({ template })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await automation_templates.list({ app_id: app.id })).total).toBe(0)
  const { account_id } = creator
  await creator.ctx.db.installation.create({
    data: { account_id, app_id: app.id, state: 'installed', installed_at: new Date() },
  })
  expect((await automation_templates.list({ app_id: app.id, search: 'glaze WELCOMES' })).total).toBe(1)
  expect((await automation_templates.list({ app_id: app.id, label: 'selling' })).total).toBe(0)
  await develop.delete({ id: template })
  expect((await automation_templates.list({ app_id: app.id })).total).toBe(0)
})

test('our own templates are adopted unlocked and can be edited', async () => {
  const creator = await testAccount()
  const { automation_templates, automations } = dashboard(creator)
  const { built_in } = await automation_templates.list({})
  expect(built_in.map(({ template }) => template)).toEqual([...BUILT_IN])
  expect((await automation_templates.list({ search: 'WISHES' })).built_in).toMatchObject([{ template: 'birthday' }])
  for (const template of BUILT_IN) {
    const { plan_key, name } = await automation_templates.preview({ template })
    const { id } = await automation_templates.adopt({ template, plan_key })
    const { graph, revision, is_locked, problems, ...copy } = await automations.get({ id })
    expect(copy, template).toMatchObject({ name, template: null })
    expect(is_locked).toBe(false)
    // The remaining problems concern the account, not the template.
    expect(
      problems.map(({ code }) => code).filter((code) => !/postal|sender/.test(code)),
      template,
    ).toEqual([])
    await automations.save({ id, revision, name, reentry: 'never', graph })
  }
})
