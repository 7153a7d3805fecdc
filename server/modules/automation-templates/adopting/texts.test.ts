import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
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

beforeAll(resolveNames)
afterAll(() => configureOutbound())

test("texts use the account's fields, even if only a sequence's emails name them", async () => {
  const developer = await testAccount()
  const { account_id, ctx } = developer
  const { custom_fields, sequences } = dashboard(developer)
  for (const label of ['Kiln', 'Kil', 'Glaze-type', 'Glaze type']) await custom_fields.create({ label })
  const { id: sequence_id } = await sequences.create({ name: 'Lessons' })
  const email = {
    subject: 'For your {{ subscriber.kiln }}',
    preview_text: '{{ subscriber.kiln }} {{ subscriber.glaze_type }}',
    content: '<p>{{ subscriber.glaze_type_2 }}</p>',
  }
  await ctx.db.sequenceEmail.create({
    data: { account_id, sequence_id, ...email, published: true, position: 0, delay_value: 1, delay_unit: 'days' },
  })
  const steps = [
    { id: 'a', kind: 'action', note: 'Ask Max.', action: { type: 'send_email', email_id: 900_000_002 }, next: 'b' },
    { id: 'b', kind: 'action', action: { type: 'add_to_sequence', sequence_id } },
  ]
  const emails = [{ id: 900_000_002, subject: 'Hello', preview_text: '{{ subscriber.kiln }}', content: '<p>Hi</p>' }]
  const app = await completeApp(developer)
  await publish(developer, app)
  const automation_id = await publishedSource(developer, { graph: { triggers: [], first: 'a', steps }, emails })
  const { id: template } = await completeTemplate(developer, { app_id: app.id, automation_id })
  await dashboard(developer).automation_templates.develop.submit({ id: template })
  await approveTemplate(developer, { id: template })
  await dashboard(developer).automation_templates.develop.publish({ id: template })

  const creator = await testAccount()
  const { automation_templates, automations, custom_fields: own } = dashboard(creator)
  // The account's field with this name has another key, and one of its fields has the key of one need and the name of another.
  for (const label of ['Kiln?', 'Kiln', 'Glaze type']) await own.create({ label })
  const { plan, plan_key, sequences: shown } = await automation_templates.preview({ template })
  expect(shown).toEqual([{ name: 'Lessons', emails: [email] }])
  expect(plan.map(({ kind, name, action }) => `${action} ${kind} ${name}`).sort()).toEqual([
    'create custom_field Glaze-type',
    'create sequence Lessons',
    'use custom_field Glaze type',
    'use custom_field Kiln',
  ])
  const { id } = await automation_templates.adopt({ template, plan_key })
  const copy = await automations.get({ id })
  expect(copy.emails).toMatchObject([{ preview_text: '{{ subscriber.kiln_2 }}' }])
  // Notes are for the developer's team.
  expect(copy.graph.steps.map(({ note }) => note)).toEqual(['', ''])
  expect(await creator.ctx.db.sequenceEmail.findFirstOrThrow()).toMatchObject({
    subject: 'For your {{ subscriber.kiln_2 }}',
    preview_text: '{{ subscriber.kiln_2 }} {{ subscriber.glaze_type_2 }}',
    content: '<p>{{ subscriber.glaze_type }}</p>',
  })
})
