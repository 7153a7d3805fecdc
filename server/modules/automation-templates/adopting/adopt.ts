import type { Ctx } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { findOwnInstallation } from '../../apps/installations/installations.ts'
import { createAdopted, saveAdopted, saveAdoptedEmails } from '../../automations/adopting/adopted.ts'
import { Graph } from '../../automations/graph-schema.ts'
import type { AutomationDetail } from '../../automations/schema.ts'
import { getAutomation } from '../../automations/service.ts'
import { lockAutomation } from '../../automations/view.ts'
import type {
  Adoption,
  AdoptionState,
  OfferedTemplate,
  TemplateFilter,
  TemplateRef,
  TemplateUpdate,
} from '../adoption-schema.ts'
import { mapGraph } from '../develop/references.ts'
import {
  findAdopted,
  findOffered,
  findVersion,
  listOffered,
  type OfferedVersion,
  type StoredVersion,
} from '../directory.ts'
import { contentOf, overviewOf, type TemplateOverview } from '../overview.ts'
import { builtIn, listBuiltIn } from './built-in.ts'
import { createNeeds, textsOf } from './create-needs.ts'
import { type PlannedNeed, planAdoption, planKey } from './plan.ts'

// Creators' actions on templates. Adopting copies everything in one transaction, so a partial copy never exists.

export interface TemplatePage {
  /** Templates of apps. */
  templates: OfferedTemplate[]
  /** Our templates; only on the first page. */
  built_in: OfferedTemplate[]
  total: number
  pages: number
}

/** Returns a page of templates that the account can adopt. */
export async function listTemplates(ctx: Ctx, filter: TemplateFilter, per_page?: number): Promise<TemplatePage> {
  const built_in = filter.page === 1 && filter.app_id === undefined ? listBuiltIn(filter) : []
  return { ...(await listOffered(filter, ctx.account_id, per_page)), built_in }
}

/** More than the store has. */
const MAX_LISTED = 1_000

/** Returns the templates that the account can adopt, ours first, for programs. */
export async function listAllTemplates(
  ctx: Ctx,
  filter: Omit<TemplateFilter, 'page'>,
): Promise<Omit<OfferedTemplate, 'picture'>[]> {
  const { built_in, templates } = await listTemplates(ctx, { ...filter, page: 1 }, MAX_LISTED)
  return [...built_in, ...templates].map(({ picture: _, ...template }) => template)
}

export interface AdoptionPreview extends TemplateOverview {
  template: TemplateRef
  version: number
  app: { id: number; name: string } | null
  plan: PlannedNeed[]
  /** Identifies the version and the plan. */
  plan_key: string
  /** True if it has steps of an app that the account has not installed. */
  needs_installation: boolean
}

/** Returns the objects that adopting a template would create and use. Throws not_found. */
export async function previewAdoption(ctx: Ctx, { template }: { template: TemplateRef }): Promise<AdoptionPreview> {
  const version = await offered(ctx, template)
  const plan = await planAdoption(ctx, contentOf(version).needs)
  return {
    ...overviewOf(version),
    template,
    version: version.version,
    app: version.app,
    plan,
    plan_key: planKey(version.version, plan),
    needs_installation: await needsInstallation(ctx, version),
  }
}

/**
 * Copies a template into the account: its automation as a locked draft, and the objects it needs. Our own templates are not locked. Throws
 * conflict if the template or the account changed since the preview, or its app is not installed; not_found.
 */
export async function adoptTemplate(ctx: Ctx, { template, plan_key }: Adoption): Promise<{ id: number }> {
  const version = await offered(ctx, template)
  if (await needsInstallation(ctx, version)) throw conflict(t`Install ${version.app?.name} first: the template uses it`)
  return write(ctx, async (tx) => {
    const plan = await requirePlan(tx, version, plan_key)
    const id = await createAdopted(tx, { name: version.name })
    await store(tx, { id, version, plan, previous: null })
    return { id }
  })
}

/** The same for programs, which get the automation. */
export const adoptAndRead = async (ctx: Ctx, input: Adoption): Promise<AutomationDetail> =>
  getAutomation(ctx, await adoptTemplate(ctx, input))

/** Returns the template of an automation, and whether a newer version is live. Null if it follows none. */
export async function getAdoption(
  ctx: Ctx,
  { automation_id }: { automation_id: number },
): Promise<AdoptionState | null> {
  const automation = await ctx.db.automation.findFirst({
    where: { id: automation_id, deleted_at: null, is_locked: true },
    select: { template_id: true, template_version: true },
  })
  if (automation?.template_id == null) return null
  const template = await findAdopted(automation.template_id)
  const { template_version } = automation
  if (!template) return { template_id: automation.template_id, name: null, app_name: null, newer_version: null }
  const newer = template.live_version !== null && template.live_version > (template_version ?? 0)
  return {
    template_id: automation.template_id,
    name: template.name,
    app_name: template.app_name,
    newer_version: newer ? template.live_version : null,
  }
}

/** The same for programs. Throws not_found for an unknown automation. */
export async function readAdoption(ctx: Ctx, input: { automation_id: number }): Promise<AdoptionState | null> {
  await findAutomation(ctx, input.automation_id)
  return getAdoption(ctx, input)
}

export interface UpdatePreview {
  version: number
  before: TemplateOverview | null
  after: TemplateOverview
  plan: PlannedNeed[]
  plan_key: string
}

/** Returns the changes in the newer version of an automation's template. Throws conflict if there is none, not_found. */
export async function previewUpdate(ctx: Ctx, { automation_id }: { automation_id: number }): Promise<UpdatePreview> {
  const automation = await findAutomation(ctx, automation_id)
  const version = await newerVersion(ctx, automation)
  const plan = await planAdoption(ctx, contentOf(version).needs)
  const before = await findVersion({ id: version.id, version: automation.template_version ?? 0 })
  return {
    version: version.version,
    before: before && overviewOf(before),
    after: overviewOf(version),
    plan,
    plan_key: planKey(version.version, plan),
  }
}

/**
 * Replaces the draft of a locked automation with the newer version of its template. It reaches subscribers once it is published. Throws
 * conflict if there is none, or something changed since the preview; not_found.
 */
export async function applyUpdate(ctx: Ctx, { automation_id, plan_key }: TemplateUpdate): Promise<void> {
  const version = await newerVersion(ctx, await findAutomation(ctx, automation_id))
  await write(ctx, async (tx) => {
    const plan = await requirePlan(tx, version, plan_key)
    await lockAutomation(tx, { id: automation_id })
    const { is_locked, template_id, template_version, draft } = await findAutomation(tx, automation_id)
    if (!is_locked || template_id !== version.id || (template_version ?? 0) >= version.version)
      throw conflict(NONE_NEWER)
    await store(tx, { id: automation_id, version, plan, previous: Graph.parse(draft) })
  })
}

/** The same for programs, which get the automation. */
export async function updateAndRead(ctx: Ctx, input: TemplateUpdate): Promise<AutomationDetail> {
  await applyUpdate(ctx, input)
  return getAutomation(ctx, { id: input.automation_id })
}

async function findAutomation(ctx: Ctx, id: number) {
  const automation = await ctx.db.automation.findFirst({ where: { id, deleted_at: null } })
  if (!automation) throw notFound()
  return automation
}

async function offered(ctx: Ctx, template: TemplateRef): Promise<OfferedVersion> {
  const found = typeof template === 'string' ? builtIn(template) : await findOffered(template, ctx.account_id)
  if (!found) throw notFound()
  return found
}

async function newerVersion(
  ctx: Ctx,
  automation: { is_locked: boolean; template_id: number | null; template_version: number | null },
): Promise<OfferedVersion> {
  const { is_locked, template_id, template_version } = automation
  const version = is_locked && template_id !== null ? await findOffered(template_id, ctx.account_id) : null
  if (!version || version.version <= (template_version ?? 0)) throw conflict(NONE_NEWER)
  return version
}

const NONE_NEWER = 'There is no newer version of the template'

/** Locks an account's adoptions, so objects are not created twice. */
async function requirePlan(tx: Tx, version: OfferedVersion, plan_key: string): Promise<PlannedNeed[]> {
  await acquireAdvisoryLock(tx, 'adopt template')
  const plan = await planAdoption(tx, contentOf(version).needs)
  if (planKey(version.version, plan) !== plan_key)
    throw conflict('The template or your account was changed after you opened it. Look at it again.')
  return plan
}

async function needsInstallation(ctx: Ctx, { app, graph }: OfferedVersion): Promise<boolean> {
  if (!app || !usesApp(graph)) return false
  return (await findOwnInstallation(ctx, { app_id: app.id })) === null
}

/** Returns whether a graph has steps or triggers of an app. */
export const usesApp = (graph: unknown): boolean => /"plugin_id":/.test(JSON.stringify(graph))

/** Copies a version into the account as an unlocked draft, with the objects it needs. Returns the automation's id. */
export async function copyVersion(tx: Tx, version: StoredVersion): Promise<number> {
  await acquireAdvisoryLock(tx, 'adopt template')
  const plan = await planAdoption(tx, contentOf(version).needs)
  const id = await createAdopted(tx, { name: version.name })
  await store(tx, { id, version: { ...version, app: null }, plan, previous: null })
  return id
}

interface Stored {
  id: number
  version: OfferedVersion
  plan: PlannedNeed[]
  /** The previous draft, whose emails are replaced by step. */
  previous: Graph | null
}

async function store(tx: Tx, { id, version, plan, previous }: Stored): Promise<void> {
  const { graph, emails, needs, reentry } = contentOf(version)
  const { visit, text } = await createNeeds(tx, { needs, plan })
  const steps = emailSteps(graph)
  const own = new Map(previous ? emailSteps(previous).map(({ step_id, email_id }) => [step_id, email_id]) : [])
  const copies = steps.flatMap(({ step_id, email_id }) => {
    const email = emails.find((email) => email.id === email_id)
    return email ? [{ step_id, ...email, id: own.get(step_id) ?? null }] : []
  })
  const ids = await saveAdoptedEmails(tx, {
    automation_id: id,
    emails: copies.map((email) => ({ ...email, ...textsOf(email, text) })),
  })
  const email_ids = new Map(copies.map(({ step_id }, i) => [step_id, ids[i]]))
  const mapped = mapGraph(graph, visit, text)
  await saveAdopted(tx, {
    id,
    reentry,
    graph: { ...mapped, steps: mapped.steps.map((step) => withEmail(step, email_ids.get(step.id))) },
    template: version.app ? { id: version.id, version: version.version } : null,
  })
}

const emailSteps = ({ steps }: Graph) =>
  steps.flatMap((step) =>
    step.kind === 'action' && step.action.type === 'send_email'
      ? [{ step_id: step.id, email_id: step.action.email_id }]
      : [],
  )

const withEmail = (step: Graph['steps'][number], email_id: number | undefined): Graph['steps'][number] =>
  step.kind === 'action' && step.action.type === 'send_email' && email_id !== undefined
    ? { ...step, action: { ...step.action, email_id } }
    : step
