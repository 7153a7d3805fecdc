import { SettingsForm } from '@/components/plugins/settings-form'
import { usePlugins } from '@/components/plugins/use-plugins'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { SelectInput } from '@/components/ui/select'
import { defaultsOf, type SettingValues, settingProblems } from '@/server/modules/plugins/settings-schema.ts'

interface PluginFieldsProps {
  kind: 'automation_event' | 'automation_action'
  /** Zero: nothing is chosen. */
  plugin_id: number
  settings: Record<string, unknown>
  onChange: (change: { plugin_id: number; settings: Record<string, unknown> }) => void
}

const NOUNS = { automation_event: 'event', automation_action: 'action' }

/** An event or action of an installed app, with the app's settings form. */
export function PluginFields({ kind, plugin_id, settings, onChange }: PluginFieldsProps) {
  const plugins = usePlugins()
  const offeredPlugins = (plugins.data ?? []).filter((plugin) => (plugin.kind as string) === kind)
  const chosenPlugin = offeredPlugins.find(({ id }) => id === plugin_id)
  const noun = NOUNS[kind]
  if (plugins.data && offeredPlugins.length === 0 && plugin_id === 0) {
    return (
      <Alert
        title={`No installed app has ${noun === 'event' ? 'events' : 'actions'} for automations`}
        action={{ href: '/apps', label: 'Find an app' }}
      />
    )
  }
  const values = settings as SettingValues
  return (
    <>
      <Field
        label={noun === 'event' ? 'Event' : 'Action'}
        error={
          plugins.data && plugin_id !== 0 && !chosenPlugin
            ? 'The app is no longer installed. Choose another.'
            : undefined
        }
      >
        <SelectInput
          value={chosenPlugin ? String(plugin_id) : undefined}
          placeholder={`Choose an ${noun}`}
          options={offeredPlugins.map(({ id, name, app }) => ({ value: String(id), label: `${app.name}: ${name}` }))}
          onChange={(id) => {
            const next = offeredPlugins.find((plugin) => String(plugin.id) === id)
            if (next) onChange({ plugin_id: next.id, settings: defaultsOf(next.settings) })
          }}
        />
      </Field>
      {chosenPlugin?.problem ? <Alert tone="warning" title={chosenPlugin.problem} /> : null}
      {chosenPlugin ? (
        <SettingsForm
          plugin={chosenPlugin}
          values={values}
          problems={settingProblems(chosenPlugin.settings, values)}
          onChange={(next) => onChange({ plugin_id, settings: next })}
        />
      ) : null}
    </>
  )
}
