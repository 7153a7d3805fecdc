import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { AddressInput } from '@/components/address-input'
import { useTRPC } from '@/components/trpc-provider'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Form, FormField, InputField } from '@/components/ui/form'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import { PluginInput, type PluginView } from '@/server/modules/apps/plugin-form-schema.ts'
import { useSaveSection } from './use-save-section'

type Values = z.input<typeof PluginInput>

const EXAMPLE = `[
  { "name": "title", "type": "text", "label": "Title", "required": true },
  { "name": "accent", "type": "color", "label": "Color", "default": "#14495a" }
]`

interface PluginDialogProps {
  app_id: number
  /** Undefined: a new plugin. */
  plugin?: PluginView
  onClose: () => void
}

/** Edits a plugin's request URL and settings. */
export function PluginDialog({ app_id, plugin, onClose }: PluginDialogProps) {
  const trpc = useTRPC()
  const add = useAction(trpc.apps.develop.addPlugin)
  const change = useAction(trpc.apps.develop.changePlugin)
  const form = useForm<Values, unknown, PluginInput>({
    resolver: zodResolver(PluginInput),
    defaultValues: plugin ?? {
      kind: 'content_block',
      name: '',
      identifier: '',
      description: '',
      request_url: '',
      settings: EXAMPLE,
    },
  })

  async function save({ kind, ...values }: PluginInput) {
    if (plugin) await change.run({ app_id, plugin_id: plugin.id, ...values })
    else await add.run({ app_id, kind, ...values })
    onClose()
  }
  const onSubmit = useSaveSection(form, save, {
    request_url: 'Request URL',
    settings: 'Settings',
    identifier: 'Identifier',
  })

  return (
    <Dialog onClose={onClose} title={plugin ? plugin.name : 'New plugin'} className="sm:max-w-2xl">
      <Form form={form} onSubmit={onSubmit}>
        {plugin ? null : (
          <FormField control={form.control} name="kind" label="Type">
            {({ value, onChange, ref, ...field }) => (
              <RadioGroup ref={ref} value={value} onValueChange={onChange} className="sm:grid-cols-2" {...field}>
                <RadioCard
                  value="content_block"
                  title="Content block"
                  description="Your server returns HTML."
                  className="p-3"
                />
                <RadioCard
                  value="media_source"
                  title="Media source"
                  description="Your server lists images."
                  className="p-3"
                />
                <RadioCard
                  value="automation_event"
                  title="Automation event"
                  description="Your server lists for whom something happened."
                  className="p-3"
                />
                <RadioCard
                  value="automation_action"
                  title="Automation action"
                  description="Your server gets subscribers who arrive at a step."
                  className="p-3"
                />
              </RadioGroup>
            )}
          </FormField>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <InputField
            control={form.control}
            name="name"
            label="Name"
            description="Shown to creators in the editor."
            autoComplete="off"
            placeholder="Glaze recipe"
          />
          <InputField
            control={form.control}
            name="identifier"
            label="Identifier"
            description="Must be unique in your app."
            autoComplete="off"
            spellCheck={false}
            placeholder="glaze_recipe"
          />
        </div>
        <InputField
          control={form.control}
          name="description"
          label="Description"
          optional
          autoComplete="off"
          placeholder="One glaze, with its parts by weight"
        />
        <InputField
          as={AddressInput}
          control={form.control}
          name="request_url"
          label="Request URL"
          description="Receives settings and styles as JSON. It must respond within 10 seconds."
          placeholder="https://app.example/blocks/glaze"
        />
        <InputField
          as={Textarea}
          control={form.control}
          name="settings"
          label="Settings (JSON)"
          description="The fields creators fill in. Types: text, textarea, number, color, date, select, radio, search, slider, toggle, font and group."
          rows={9}
          spellCheck={false}
          className="max-h-96 font-mono text-sm"
        />
        <DialogActions
          onClose={onClose}
          pending={form.formState.isSubmitting}
          confirmLabel={plugin ? 'Save plugin' : 'Add plugin'}
        />
      </Form>
    </Dialog>
  )
}
