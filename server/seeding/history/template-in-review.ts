import { recordEntries } from '../../core/audit/entries.ts'
import { type Ctx, serviceCtx, systemCtx } from '../../core/context.ts'
import { type Tx, write } from '../../core/write/write.ts'
import {
  createTemplate,
  editTemplate,
  publishTemplate,
  submitTemplate,
} from '../../modules/automation-templates/develop/templates.ts'
import { lockTemplate, transition } from '../../modules/automation-templates/develop/transition.ts'
import { createEmail, saveEmail } from '../../modules/automations/emails/drafts.ts'
import { Graph } from '../../modules/automations/graph-schema.ts'
import { pauseAutomation } from '../../modules/automations/publishing/lifecycle.ts'
import { publishAutomation } from '../../modules/automations/publishing/publish.ts'
import { createAutomation, getAutomation, saveAutomation } from '../../modules/automations/service.ts'
import { recordDecision } from '../../modules/reviews/service.ts'
import { createTag } from '../../modules/tags/service.ts'
import { quietly } from './automation-runs.ts'
import { byAdministrator } from './by-administrator.ts'
import type { SeededApp } from './instance-rows.ts'

const DAY_MS = 86_400_000

const NAME = 'Welcome from the archive'
const DESCRIPTION = {
  before: 'Greets new subscribers and, three days later, sends them the best post of your archive.',
  now: 'Greets new subscribers and, a week later, sends them the best post of your archive. Those who read it get a tag.',
}
const EMAILS = {
  hello: {
    subject: 'Good to have you here',
    preview_text: 'What you will get from me, and how often.',
    content: '<p>Hello {{ subscriber.first_name | default: "friend" }},</p><p>every other week I write to you.</p>',
  },
  best: {
    subject: 'The post that most of you came for',
    preview_text: 'It is two years old, and still true.',
    content: '<p>If you read only one thing from my archive, <a href="https://archive.example/best">read this</a>.</p>',
  },
}

/** Adds a published template whose next version is in review: with another wait, another description, and one more step. */
export async function addTemplateInReview({ id: app_id, account_id }: SeededApp, now: Date): Promise<void> {
  const { actor } = await byAdministrator(serviceCtx())
  await write({ ...systemCtx(account_id), now: () => now }, async (tx) => {
    const begins = quietly(tx, new Date(+now - 60 * DAY_MS))
    const { id: automation_id } = await createAutomation(begins, { name: NAME, kind: 'visual' })
    const made = { tag: await tag(begins, 'New here'), read: await tag(begins, 'Read the archive') }
    const emails = {
      hello: await email(begins, automation_id, 'hello'),
      best: await email(begins, automation_id, 'best'),
    }
    const graph = (version: 1 | 2) => graphOf(version, { ...made, ...emails })
    await publish(begins, automation_id, graph(1))
    // A paused automation can be copied like a live one, and no seeded subscriber must enter it.
    await pauseAutomation(begins, { id: automation_id })
    const labels = ['onboarding' as const]
    const fields = { name: NAME, description: DESCRIPTION.before, labels, automation_id }
    const { id } = await createTemplate(begins, { app_id, ...fields })
    await submitTemplate(begins, { id })
    await approve(quietly(tx, new Date(+now - 58 * DAY_MS)), id, actor)
    await publishTemplate(quietly(tx, new Date(+now - 57 * DAY_MS)), { id })
    const later = quietly(tx, new Date(+now - 16 * 3_600_000))
    await publish(later, automation_id, graph(2))
    await editTemplate(later, { id, ...fields, description: DESCRIPTION.now, labels: [...labels, 'growth'] })
  })
}

async function approve(tx: Tx, id: number, actor: Ctx['actor']): Promise<void> {
  const template = await lockTemplate(tx, id)
  const user_id = actor.kind === 'administrator' ? actor.user_id : null
  await transition(tx, template, { action: 'approve', user_id })
  if (user_id === null) return
  const note = 'Short and clear.'
  await recordDecision(tx, { kind: 'template', id }, user_id, { action: 'approved', text: note })
  const { name, version } = template
  await recordEntries({ ...tx, actor }, [
    { action: 'template_approved', details: { name, template_id: id, version, note } },
  ])
}

const tag = async (tx: Tx, name: string) => (await createTag(tx, { name })).value.id

async function email(tx: Tx, automation_id: number, name: keyof typeof EMAILS): Promise<number> {
  const { id } = await createEmail(tx, { automation_id })
  await saveEmail(tx, { id, ...EMAILS[name] })
  return id
}

async function publish(tx: Tx, id: number, graph: Graph): Promise<void> {
  const { revision, name, reentry } = await getAutomation(tx, { id })
  const saved = await saveAutomation(tx, { id, revision, name, reentry, graph })
  await publishAutomation(tx, { id, revision: saved.revision, enter_existing: [] })
}

function graphOf(version: 1 | 2, ids: { tag: number; read: number; hello: number; best: number }): Graph {
  const send = (id: string, email_id: number, next: string | null) => ({
    id,
    kind: 'action',
    next,
    action: { type: 'send_email', email_id },
  })
  return Graph.parse({
    triggers: [{ id: 'new', on: { type: 'tag_added', tag_id: ids.tag } }],
    first: 'hello',
    steps: [
      send('hello', ids.hello, 'later'),
      { id: 'later', kind: 'wait', next: 'best', wait: { for: 'duration', minutes: (version === 1 ? 3 : 7) * 1440 } },
      send('best', ids.best, version === 1 ? null : 'mark'),
      ...(version === 1
        ? []
        : [{ id: 'mark', kind: 'action', next: null, action: { type: 'add_tag', tag_id: ids.read } }]),
    ],
  })
}
