import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { addressProblem } from '../../lib/net/web-address.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { PluginKind, PluginSettings } from './plugin-schema.ts'

// The fields that a developer enters about a plugin.

/** Parses a settings JSON. Returns its settings, or its problems, each beginning with the component's name. */
export function readSettings(text: string): { settings: PluginSettings } | { problems: string[] } {
  const json = parsed(text)
  if ('problem' in json) return { problems: [json.problem] }
  const read = PluginSettings.safeParse(json.value)
  if (read.success) return { settings: read.data }
  return { problems: read.error.issues.map(({ path, message }) => `${nameOf(json.value, path)}${message}`) }
}

function parsed(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` }
  }
}

/** Returns a problem's prefix, such as `Component 2 (color): `, counting from one. */
function nameOf(value: unknown, path: readonly PropertyKey[]): string {
  const [index, ...inner] = path
  if (typeof index !== 'number' || !Array.isArray(value)) return ''
  const component: unknown = value[index]
  const name = isNamed(component) ? ` (${String(component.name).slice(0, 60)})` : ''
  if (inner[0] === 'settings' && typeof inner[1] === 'number' && isGroup(component))
    return `Component ${index + 1}${name}, ${nameOf(component.settings, inner.slice(1)).replace(/^C/, 'c')}`
  return `Component ${index + 1}${name}: ${inner.length > 0 ? `${inner.map(String).join('.')}: ` : ''}`
}

const isNamed = (component: unknown): component is { name: unknown } =>
  typeof component === 'object' && component !== null && 'name' in component
const isGroup = (component: unknown): component is { settings: unknown } =>
  typeof component === 'object' && component !== null && 'settings' in component

const line = (max: number) => z.string().overwrite(singleLine).trim().max(max, `At most ${max} characters`)

export const PluginInput = z.object({
  kind: PluginKind,
  name: line(60).min(1, "Name can't be blank"),
  /** Identifies the plugin in stored content, so it must not depend on its name. */
  identifier: z.string().regex(/^[a-z0-9_]{1,60}$/, 'Use lowercase letters, digits and underscores, at most 60'),
  description: line(200),
  request_url: z.string().check(({ value, issues }) => {
    const problem = addressProblem(value)
    if (problem) issues.push({ code: 'custom', input: value, message: `This ${problem}` })
  }),
  /** The settings JSON as text. */
  settings: z
    .string()
    .max(100_000, 'The settings are too long')
    .superRefine((text, ctx) => {
      const read = readSettings(text)
      if ('problems' in read) ctx.addIssue({ code: 'custom', message: read.problems.slice(0, 10).join('\n') })
    }),
})
export type PluginInput = z.infer<typeof PluginInput>

export const NewPlugin = PluginInput.extend({ app_id: Id })
export type NewPlugin = z.infer<typeof NewPlugin>
/** The kind of a plugin cannot be changed. */
export const PluginChange = PluginInput.omit({ kind: true }).extend({ app_id: Id, plugin_id: Id })
export type PluginChange = z.infer<typeof PluginChange>
export const ByPlugin = z.object({ app_id: Id, plugin_id: Id })
export type ByPlugin = z.infer<typeof ByPlugin>
/** All of the app's plugins in the new order. */
export const PluginOrder = z.object({ app_id: Id, plugin_ids: z.array(Id).max(100) })
export type PluginOrder = z.infer<typeof PluginOrder>

export const PluginView = z.object({
  id: z.int(),
  kind: PluginKind,
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  request_url: z.string(),
  /** The settings JSON, formatted. */
  settings: z.string(),
})
export type PluginView = z.infer<typeof PluginView>
