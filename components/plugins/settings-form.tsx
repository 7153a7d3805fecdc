import type { SettingComponent, SettingField } from '@/server/modules/apps/plugin-schema.ts'
import type { Plugin } from '@/server/modules/plugins/schema.ts'
import { isShown, type SettingValue, type SettingValues } from '@/server/modules/plugins/settings-schema.ts'
import { SettingControl } from './setting-control'

interface SettingsFormProps {
  plugin: Plugin
  values: SettingValues
  /** Problems by field name. */
  problems: Record<string, string>
  onChange: (values: SettingValues) => void
}

/** The settings form of a plugin (contract 10.5). Some fields and groups are shown depending on other values. */
export function SettingsForm({ plugin, values, problems, onChange }: SettingsFormProps) {
  const control = (field: SettingField) =>
    isShown(field, values) ? (
      <SettingControl
        key={field.name}
        plugin_id={plugin.id}
        field={field}
        value={values[field.name] ?? null}
        values={values}
        problem={problems[field.name]}
        onChange={(value: SettingValue) => onChange({ ...values, [field.name]: value })}
      />
    ) : null
  return plugin.settings.map((component, at) =>
    component.type === 'group' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: groups have no names and keep their order
      <Group key={at} group={component} shown={isShown(component, values)}>
        {component.settings.map(control)}
      </Group>
    ) : (
      control(component)
    ),
  )
}

interface GroupProps {
  group: Extract<SettingComponent, { type: 'group' }>
  shown: boolean
  children: React.ReactNode
}

function Group({ group: { label, help }, shown, children }: GroupProps) {
  if (!shown) return null
  return (
    <fieldset className="grid min-w-0 gap-5">
      {label ? (
        <legend className="mb-3 w-full border-border border-b pb-1.5 font-semibold text-sm">
          {label}
          {help ? <span className="mt-0.5 block font-normal text-muted-foreground">{help}</span> : null}
        </legend>
      ) : null}
      {children}
    </fieldset>
  )
}
