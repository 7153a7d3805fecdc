import { z } from 'zod'
import { openObject } from '../../core/open-object.ts'
import { type Dependency, fieldsOf, type SettingComponent, type SettingField } from '../apps/plugin-schema.ts'

// A creator's settings by field name. Pure, because the editor uses it for its form. The server validates again.

const Value = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(1_000)).max(100),
  z.null(),
])
export const SettingValues = z
  .record(z.string().max(64), Value)
  .refine((values) => JSON.stringify(values).length <= 60_000, 'The settings are too long')
export type SettingValues = z.infer<typeof SettingValues>
export type SettingValue = z.infer<typeof Value>

/** Settings by name, not yet validated against the plugin's declaration: limited in size, but otherwise arbitrary. */
export const OpenSettings = openObject({ characters: 60_000, values: 500, levels: 5 })

/** Returns the settings of a new block. */
export const defaultsOf = (components: readonly SettingComponent[]): SettingValues =>
  Object.fromEntries(
    fieldsOf(components).flatMap((field): [string, SettingValue][] => {
      if (field.type === 'search') return []
      const value = field.default ?? (field.type === 'slider' ? field.min : undefined)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

/** Returns whether every dependency is met. */
export const isShown = ({ dependencies }: { dependencies: readonly Dependency[] }, values: SettingValues): boolean =>
  dependencies.every(({ field, value }) => {
    const held = values[field]
    if (value === undefined) return !isEmpty(held)
    return value === null ? isEmpty(held) : String(held) === String(value)
  })

/** Returns the settings to post to the app, without hidden fields. */
export function postedSettings(components: readonly SettingComponent[], values: SettingValues): SettingValues {
  return Object.fromEntries(
    shownFields(components, values).flatMap(({ name }): [string, SettingValue][] => {
      const value = values[name]
      return isEmpty(value) ? [] : [[name, value as SettingValue]]
    }),
  )
}

/** Returns the settings without empty values, which are not sent to apps. */
export const filledSettings = <Value>(values: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value as SettingValue)))

/** Returns the problems in the settings, by field name. */
export function settingProblems(
  components: readonly SettingComponent[],
  values: SettingValues,
): Record<string, string> {
  return Object.fromEntries(
    shownFields(components, values).flatMap((field): [string, string][] => {
      const problem = problemOf(field, values[field.name])
      return problem ? [[field.name, problem]] : []
    }),
  )
}

function shownFields(components: readonly SettingComponent[], values: SettingValues): SettingField[] {
  return components
    .filter((component) => isShown(component, values))
    .flatMap((component) => (component.type === 'group' ? component.settings : [component]))
    .filter((field) => isShown(field, values))
}

const isEmpty = (value: SettingValue | undefined): value is null | undefined | '' =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function problemOf(field: SettingField, value: SettingValue | undefined): string | undefined {
  const { label } = field
  if (isEmpty(value)) return field.required ? `${label} can't be blank` : undefined
  switch (field.type) {
    case 'toggle':
      return typeof value === 'boolean' ? undefined : `${label} must be on or off`
    case 'number':
    case 'slider':
      if (typeof value !== 'number' || !Number.isFinite(value)) return `${label} must be a number`
      if (field.min !== undefined && value < field.min) return `${label} must be at least ${field.min}`
      if (field.max !== undefined && value > field.max) return `${label} must be at most ${field.max}`
      return undefined
    case 'color': {
      const known = /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(String(value))
      return known || (field.allow_transparent && value === 'transparent') ? undefined : `${label} must be a color`
    }
    case 'date':
      return Number.isNaN(Date.parse(String(value))) ? `${label} must be a date` : undefined
    case 'select':
    case 'radio':
      return field.options.some((option) => option.value === value) ? undefined : `${label} must be one of the options`
    case 'search':
      return Array.isArray(value) === field.multiselect ? undefined : `${label} must be chosen from the list`
    default:
      return typeof value === 'string' ? undefined : `${label} must be text`
  }
}
