import { z } from 'zod'

// Settings that an app declares for its plugins (contract 10.5). Pure, because the developer area and the editor also use it.

export const PLUGIN_KINDS = ['content_block', 'media_source', 'automation_event', 'automation_action'] as const
export const PluginKind = z.enum(PLUGIN_KINDS)
export type PluginKind = z.infer<typeof PluginKind>

const MAX_COMPONENTS = 60

/** The value's key in requests to the app's server; unique in the plugin, across groups. */
const Name = z
  .string({ error: 'needs a name' })
  .regex(/^[A-Za-z_][\w-]{0,63}$/, 'name must be letters, digits, _ or -, and begin with a letter')
const Label = z.string().trim().min(1, "label can't be blank").max(120)
const Text = z.string().max(2_000)
const Address = z.url({ protocol: /^https?$/, error: 'request_url must be an http or https address' }).max(2_048)

/** The value that another field must have for this field to be shown: any, a specific one, or none (null). */
const Dependency = z.preprocess(
  (given) => (typeof given === 'string' ? { field: given } : given),
  z.object({
    field: z.string().max(64),
    value: z.union([z.string().max(500), z.number(), z.boolean(), z.null()]).optional(),
  }),
)
export type Dependency = z.infer<typeof Dependency>

const Option = z.object({
  label: z.string().max(300),
  value: z.preprocess((given) => (typeof given === 'number' ? String(given) : given), z.string().max(1_000)),
})
export type Option = z.infer<typeof Option>

const field = {
  name: Name,
  label: Label,
  help: Text.optional(),
  required: z.boolean().default(false),
  dependencies: z.array(Dependency).max(10).default([]),
}
const typed_field = { ...field, placeholder: z.string().max(300).optional(), default: Text.optional() }
const chosen_field = { ...field, placeholder: z.string().max(300).optional() }
const range = { min: z.number().optional(), max: z.number().optional(), step: z.number().positive().optional() }

const SettingField = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), ...typed_field }),
  z.object({ type: z.literal('textarea'), ...typed_field }),
  z.object({ type: z.literal('number'), ...chosen_field, ...range, default: z.number().optional() }),
  z.object({ type: z.literal('color'), ...typed_field, allow_transparent: z.boolean().default(false) }),
  z.object({ type: z.literal('date'), ...typed_field }),
  z.object({ type: z.literal('select'), ...typed_field, options: z.array(Option).min(1).max(200) }),
  z.object({ type: z.literal('radio'), ...typed_field, options: z.array(Option).min(1).max(50) }),
  z.object({ type: z.literal('dynamic_select'), ...typed_field, request_url: Address }),
  z.object({
    type: z.literal('search'),
    ...chosen_field,
    request_url: Address,
    multiselect: z.boolean().default(false),
  }),
  z.object({
    type: z.literal('slider'),
    ...field,
    min: z.number(),
    max: z.number(),
    step: z.number().positive().default(1),
    default: z.number().optional(),
    suffix: z.string().max(8).optional(),
  }),
  z.object({ type: z.literal('toggle'), ...field, default: z.boolean().default(false) }),
  z.object({ type: z.literal('font'), ...typed_field }),
])
export type SettingField = z.infer<typeof SettingField>

/** A heading with fields. Requests contain the values without the group's name. */
const SettingGroup = z.object({
  type: z.literal('group'),
  name: z.string().max(64).optional(),
  label: z.string().trim().max(120).optional(),
  help: Text.optional(),
  dependencies: z.array(Dependency).max(10).default([]),
  settings: z.array(z.preprocess(asDynamic, SettingField)).max(MAX_COMPONENTS),
})

export const SettingComponent = z.preprocess(
  asDynamic,
  z.discriminatedUnion('type', [...SettingField.options, SettingGroup]),
)
export type SettingComponent = z.infer<typeof SettingComponent>

/** Schema of a plugin's settings JSON. Its issues tell the developer what to change. */
export const PluginSettings = z.array(SettingComponent).superRefine((components, ctx) => {
  const fields = fieldsOf(components)
  const complain = (message: string) => ctx.addIssue({ code: 'custom', message })
  if (fields.length > MAX_COMPONENTS) complain(`at most ${MAX_COMPONENTS} components`)
  const names = new Set<string>()
  for (const { name } of fields) {
    if (names.has(name)) complain(`name ${name} is used twice`)
    names.add(name)
  }
  const dynamic = new Set(fields.flatMap(({ type, name }) => (type === 'dynamic_select' ? [name] : [])))
  for (const { dependencies } of [...components, ...fields]) {
    for (const dependency of dependencies) {
      if (!names.has(dependency.field)) complain(`dependencies name ${dependency.field}, which does not exist`)
      if (dynamic.has(dependency.field)) complain(`nothing may depend on the dynamic select ${dependency.field}`)
    }
  }
  for (const setting of fields) {
    if (
      (setting.type === 'slider' || setting.type === 'number') &&
      (setting.min ?? -Infinity) > (setting.max ?? Infinity)
    )
      complain(`min of ${setting.name} is above its max`)
  }
})
export type PluginSettings = z.infer<typeof PluginSettings>

/** Components that an automation's node cannot have (contract 10.7). */
const NOT_IN_NODES = new Set<SettingField['type']>(['color', 'font', 'dynamic_select'])

export const isNode = (kind: PluginKind): boolean => kind === 'automation_event' || kind === 'automation_action'

/** Returns the problems with the settings of a plugin of this kind. */
export const kindProblems = (kind: PluginKind, components: readonly SettingComponent[]): string[] =>
  isNode(kind)
    ? fieldsOf(components).flatMap(({ name, type }) =>
        NOT_IN_NODES.has(type) ? [`${name}: nodes of automations cannot have components of type ${type}`] : [],
      )
    : []

/** Returns every field, including fields in groups. */
export const fieldsOf = (components: readonly SettingComponent[]): SettingField[] =>
  components.flatMap((component) => (component.type === 'group' ? component.settings : [component]))

/** Treats a select with a request URL as a dynamic select. */
function asDynamic(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('type' in given) || !('request_url' in given)) return given
  return given.type === 'select' ? { ...given, type: 'dynamic_select' } : given
}
