import type { Ctx } from '../../../core/context.ts'
import { localDate } from '../../../lib/time/time-zone.ts'
import { NO_POSTAL_ADDRESS } from '../../accounts/settings/postal-address.ts'
import { PluginSettings } from '../../apps/plugin-schema.ts'
import { missingNames } from '../../delivery/preflight/missing-names.ts'
import { type SettingValues, settingProblems } from '../../plugins/settings-schema.ts'
import { liquidMistake } from '../emails/content.ts'
import type { Graph, Listener, Step, Trigger } from '../graph-schema.ts'
import type { DraftEmail, ObjectKind, Problem, ProblemCode } from '../schema.ts'
import type { StoredAutomation, StoredEmail } from '../view.ts'
import { emailIdOf, findObjects, type KnownObjects, type Reference, referencesOf } from './objects.ts'
import { shapeProblems } from './shape.ts'

type Checked = Pick<StoredAutomation, 'id' | 'kind' | 'graph' | 'emails' | 'failing'>

/** Returns the problems of a draft and its emails, with one statement for any size of the graph. */
export async function findProblems(
  ctx: Ctx,
  { id, kind, graph, emails, failing }: Checked,
): Promise<{ problems: Problem[]; emails: DraftEmail[]; known: KnownObjects }> {
  const references = referencesOf(graph)
  const template_ids = emails.flatMap(({ email_template_id }) => email_template_id ?? [])
  const known_objects = await findObjects(ctx, { named: references, template_ids })
  const checked = emails.map((email) => ({ ...email, found: emailProblem(email, known_objects) }))
  const today = localDate(known_objects.time_zone, ctx.now())
  return {
    known: known_objects,
    problems: [
      ...shapeProblems(graph, { automation_id: id, kind, today }),
      ...unknownObjects(references, known_objects),
      ...graph.triggers.flatMap((trigger) => ofTrigger(trigger, known_objects)),
      ...graph.steps.flatMap((step) => ofStep(step, known_objects)),
      ...ofApps(graph, failing),
      ...ofEmails(graph, new Map(checked.map((email) => [email.id, email.found]))),
      ...(await ofConditions(ctx, graph, emails)),
    ],
    emails: checked.map(({ id, subject, preview_text, has_content, problem, found }) => ({
      id,
      subject,
      preview_text,
      has_content,
      problem: found?.message ?? problem,
    })),
  }
}

interface Found {
  code: ProblemCode
  message: string
}

const NOUNS: Record<ObjectKind, string> = {
  tag: 'tag',
  form: 'form',
  field: 'custom field',
  sequence: 'sequence',
  segment: 'segment',
  product: 'product',
  automation: 'automation',
  plugin: 'app',
  member: 'team member',
  broadcast: 'broadcast',
  link: 'link',
}

/** Messages for unavailable objects of kinds that no one deletes. */
const GONE: Partial<Record<ObjectKind, string>> = {
  plugin: 'The app is no longer installed. Install it again, or remove this step.',
  member: 'A team member of this step has left the account. Choose someone else.',
  link: 'None of your emails has the link of this condition. Choose another link.',
}

function unknownObjects(references: readonly Reference[], { names }: KnownObjects): Problem[] {
  const found = new Map<string, Problem>()
  for (const { kind, id, step_id, trigger_id } of references) {
    if (names[kind].has(id)) continue
    const message = GONE[kind] ?? `The ${NOUNS[kind]} was deleted. Choose another one.`
    found.set(`${kind} ${step_id} ${trigger_id}`, {
      step_id,
      trigger_id,
      code: `unknown_${kind}`,
      message,
      blocks: true,
    })
  }
  return [...found.values()]
}

function ofTrigger({ id, on }: Trigger, known: KnownObjects): Problem[] {
  return on.type === 'app_event'
    ? ofPlugin(on, 'automation_event', known).map((found) => ({
        step_id: null,
        trigger_id: id,
        blocks: true,
        ...found,
      }))
    : []
}

function ofStep(step: Step, known: KnownObjects): Problem[] {
  return problemsIn(step, known).map((found) => ({ step_id: step.id, trigger_id: null, blocks: true, ...found }))
}

function problemsIn(step: Step, known: KnownObjects): Found[] {
  if (step.kind === 'wait_for_event' || step.kind === 'goal')
    return step.events.flatMap((event: Listener) =>
      event.type === 'app_event' ? ofPlugin(event, 'automation_event', known) : [],
    )
  if (step.kind !== 'action') return []
  if (step.action.type === 'app_action') return ofPlugin(step.action, 'automation_action', known)
  if (step.action.type !== 'set_field') return []
  const mistake = liquidMistake(step.action.value)
  return mistake ? [{ code: 'broken_liquid', message: `The value has a mistake: ${mistake}.` }] : []
}

function ofPlugin(
  { plugin_id, settings }: { plugin_id: number; settings: Record<string, unknown> },
  kind: string,
  { plugins }: KnownObjects,
): Found[] {
  const plugin = plugins.get(plugin_id)
  if (!plugin) return []
  if (plugin.kind !== kind)
    return [{ code: 'unknown_plugin', message: 'The app cannot be used here. Choose another one.' }]
  const declared = PluginSettings.safeParse(plugin.settings)
  if (!declared.success)
    return [{ code: 'settings', message: 'The app declares settings that cannot be read. Ask its developer for help.' }]
  return Object.values(settingProblems(declared.data, settings as SettingValues)).map((message) => ({
    code: 'settings' as const,
    message: `${message}.`,
  }))
}

/** Returns why an email cannot be sent, or null. */
function emailProblem(email: StoredEmail, { senders, templates, has_postal_address }: KnownObjects): Found | undefined {
  if (email.subject.trim() === '') return { code: 'no_subject', message: 'Write a subject for the email.' }
  if (!email.has_content) return { code: 'no_content', message: 'Write the email: it has no content yet.' }
  if (!senders.has(email.email_address)) {
    const message = email.email_address
      ? `${email.email_address} is not a confirmed sending address. Confirm it in Settings › Sending addresses, or choose another one.`
      : 'Confirm a sending address in Settings › Sending addresses.'
    return { code: 'no_sender', message }
  }
  if (email.email_template_id !== null ? !templates.has(email.email_template_id) : templates.size === 0)
    return { code: 'no_template', message: 'The email template was deleted. Choose another one.' }
  if (!has_postal_address) return { code: 'no_postal_address', message: NO_POSTAL_ADDRESS }
  const mistake = liquidMistake(email.subject) ?? email.mistake
  return mistake === null ? undefined : { code: 'broken_liquid', message: `The email has a mistake: ${mistake}.` }
}

/** Events that an app should have reported but did not. A later request may succeed. */
function ofApps({ triggers, steps }: Graph, failing: StoredAutomation['failing']): Problem[] {
  return failing.flatMap(({ step_id: id, problem }) => {
    const isTrigger = triggers.some((trigger) => trigger.id === id)
    if (!isTrigger && !steps.some((step) => step.id === id)) return []
    return {
      step_id: isTrigger ? null : id,
      trigger_id: isTrigger ? id : null,
      code: 'app_failing',
      message: `${problem} Events of the app are missing until it answers. It is asked again automatically.`,
      blocks: false,
    }
  })
}

function ofEmails({ steps }: Graph, emails: ReadonlyMap<number, Found | undefined>): Problem[] {
  return steps.flatMap((step) => {
    if (step.kind !== 'action' || step.action.type !== 'send_email') return []
    const { email_id } = step.action
    const found = emails.has(email_id)
      ? emails.get(email_id)
      : { code: 'no_email' as const, message: 'The email of this step is missing. Write it.' }
    return found ? [{ step_id: step.id, trigger_id: null, blocks: true, ...found }] : []
  })
}

/** Email blocks for a deleted tag or segment. The email is still sent. */
async function ofConditions(ctx: Ctx, { steps }: Graph, emails: readonly StoredEmail[]): Promise<Problem[]> {
  const condition_problems: Problem[] = []
  for (const { id, conditions } of emails) {
    const step = steps.find((one) => one.kind === 'action' && emailIdOf(one.action) === id)
    if (!step || conditions === null) continue
    for (const { code, message } of await missingNames(ctx, [conditions]))
      condition_problems.push({ step_id: step.id, trigger_id: null, code, message, blocks: false })
  }
  return condition_problems
}
