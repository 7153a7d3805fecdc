import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import type { Prisma } from '../../../db/generated/client.ts'
import { t } from '../../../lib/locale/texts.ts'
import { callProblem } from '../addresses.ts'
import {
  type ByPlugin,
  type NewPlugin,
  type PluginChange,
  type PluginInput,
  type PluginOrder,
  readSettings,
} from '../plugin-form-schema.ts'
import { fieldsOf, kindProblems, PluginKind, type PluginSettings } from '../plugin-schema.ts'
import { lockEditable } from '../review/revision.ts'

// Plugins of an app. They are written through their app, which only its own account's scoped client finds.

const MAX_PLUGINS = 20

/** Adds a plugin as the last one. Throws invalid for a duplicate identifier and for URLs that we must not request. */
export async function addPlugin(ctx: Ctx, { app_id, ...input }: NewPlugin): Promise<void> {
  const data = await checkedColumns(input)
  requireFitting(input.kind, input.settings)
  await write(ctx, async (tx) => {
    const others = await pluginsOf(tx, app_id)
    if (others.length >= MAX_PLUGINS) throw invalid(t`An app can have ${MAX_PLUGINS} plugins`)
    requireUniqueIdentifier(others, input.identifier)
    const sort_order = Math.max(0, ...others.map((plugin) => plugin.sort_order + 1))
    await tx.db.app.update({
      where: { id: app_id },
      data: {
        plugins: { create: { ...data, kind: input.kind, sort_order, created_at: tx.now(), updated_at: tx.now() } },
      },
    })
  })
}

/** Changes a plugin. Takes effect immediately, even for a published app (contract 10.4). Throws not_found. */
export async function changePlugin(ctx: Ctx, { app_id, plugin_id, ...input }: PluginChange): Promise<void> {
  const data = await checkedColumns(input)
  await write(ctx, async (tx) => {
    const all = await pluginsOf(tx, app_id)
    const kind = PluginKind.safeParse(all.find(({ id }) => id === plugin_id)?.kind)
    if (kind.success) requireFitting(kind.data, input.settings)
    const others = all.filter(({ id }) => id !== plugin_id)
    requireUniqueIdentifier(others, input.identifier)
    await tx.db.app.update({
      where: { id: app_id },
      data: { plugins: { update: { where: { id: plugin_id }, data: { ...data, updated_at: tx.now() } } } },
    })
  })
}

/** Removes a plugin. Blocks created with it keep their last HTML. Throws not_found. */
export function deletePlugin(ctx: Ctx, { app_id, plugin_id }: ByPlugin): Promise<void> {
  return write(ctx, async (tx) => {
    if (!(await pluginsOf(tx, app_id)).some(({ id }) => id === plugin_id)) throw notFound()
    await tx.db.app.update({ where: { id: app_id }, data: { plugins: { delete: { id: plugin_id } } } })
  })
}

/** Reorders the plugins. Throws invalid unless the list contains each plugin once. */
export function orderPlugins(ctx: Ctx, { app_id, plugin_ids }: PluginOrder): Promise<void> {
  return write(ctx, async (tx) => {
    const known = new Set((await pluginsOf(tx, app_id)).map(({ id }) => id))
    if (
      plugin_ids.length !== known.size ||
      new Set(plugin_ids).size !== known.size ||
      !plugin_ids.every((id) => known.has(id))
    )
      throw invalid('The plugins have changed. Reload the page and try again.')
    await tx.db.app.update({
      where: { id: app_id },
      data: { plugins: { update: plugin_ids.map((id, sort_order) => ({ where: { id }, data: { sort_order } })) } },
    })
  })
}

async function pluginsOf(tx: Parameters<typeof lockEditable>[0], app_id: number) {
  await lockEditable(tx, app_id)
  const { plugins } = await tx.db.app.findFirstOrThrow({
    where: { id: app_id },
    select: { plugins: { select: { id: true, kind: true, identifier: true, sort_order: true } } },
  })
  return plugins
}

/** Throws invalid for components that plugins of this kind cannot have. */
function requireFitting(kind: PluginKind, settings: string): void {
  const read = readSettings(settings)
  const problems = 'settings' in read ? kindProblems(kind, read.settings) : []
  if (problems.length > 0) throw invalid(problems.map((problem) => `Settings: ${problem}`))
}

function requireUniqueIdentifier(others: readonly { identifier: string }[], identifier: string): void {
  if (others.some((plugin) => plugin.identifier === identifier))
    throw invalid('Identifier: another plugin of this app uses it. Choose a different one.')
}

/** Returns the columns of a plugin. Throws invalid for a URL that this server must not request (W6). */
async function checkedColumns({ name, identifier, description, request_url, settings }: Omit<PluginInput, 'kind'>) {
  const read = readSettings(settings)
  if ('problems' in read) throw invalid(read.problems)
  const problem = await callProblem(request_url)
  if (problem) throw invalid(t`Request URL: ${problem}`)
  const problems = await Promise.all(addressesIn(read.settings).map(problemOf))
  if (problems.flat().length > 0) throw invalid(problems.flat())
  return { name, identifier, description, request_url, settings: JSON.parse(settings) as Prisma.InputJsonValue }
}

const addressesIn = (settings: PluginSettings) =>
  fieldsOf(settings).flatMap((field) => ('request_url' in field ? [{ name: field.name, url: field.request_url }] : []))

async function problemOf({ name, url }: { name: string; url: string }): Promise<string[]> {
  const problem = await callProblem(url)
  return problem ? [`Settings: request_url of ${name}: ${problem}`] : []
}
