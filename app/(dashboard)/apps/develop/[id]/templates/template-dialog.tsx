import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { FormDialog } from '@/components/form-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { Checkbox } from '@/components/ui/checkbox'
import { FormField, InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import { type Label, NewTemplate, type OwnTemplate } from '@/server/modules/automation-templates/schema.ts'
import { LABELS } from '@/server/modules/automation-templates/values-schema.ts'

interface TemplateDialogProps {
  app_id: number
  /** The template to edit. Undefined: a new one. */
  template?: OwnTemplate
  onClose: () => void
}

/** Creates or edits a template. */
export function TemplateDialog({ app_id, template, onClose }: TemplateDialogProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const sources = useQuery(trpc.automation_templates.develop.sources.queryOptions())
  const create = useAction(trpc.automation_templates.develop.create)
  const edit = useAction(trpc.automation_templates.develop.edit)
  const form = useForm<z.input<typeof NewTemplate>, unknown, NewTemplate>({
    resolver: zodResolver(NewTemplate),
    defaultValues: {
      app_id,
      name: template?.name ?? '',
      description: template?.description ?? '',
      labels: template?.labels ?? [],
      automation_id: template?.automation_id,
    },
  })
  const options = (sources.data ?? []).map(({ id, name, is_published }) => ({
    value: String(id),
    label: is_published ? name : `${name} (not published yet)`,
  }))
  return (
    <FormDialog
      open
      onClose={onClose}
      form={form}
      title={template ? 'Edit template' : 'New template'}
      description={
        template?.state === 'published'
          ? 'The edit is reviewed. Creators adopt the published version until you publish the new one.'
          : 'A template copies what its source automation published last.'
      }
      submitLabel={
        template ? (template.state === 'published' ? 'Save and submit' : 'Save template') : 'Create template'
      }
      onSubmit={async ({ app_id, ...values }) => {
        if (template) await edit.run({ id: template.id, ...values })
        else await create.run({ app_id, ...values })
        await client.invalidateQueries(trpc.automation_templates.pathFilter())
        onClose()
      }}
    >
      <FormField control={form.control} name="automation_id" label="Source automation">
        {(field) => (
          <SelectInput
            {...field}
            value={field.value ? String(field.value) : ''}
            onChange={(value) => field.onChange(Number(value))}
            options={options}
            placeholder={sources.data?.length === 0 ? 'Create an automation first' : 'Choose an automation'}
          />
        )}
      </FormField>
      <InputField control={form.control} name="name" label="Name" autoComplete="off" placeholder="Welcome course" />
      <InputField
        as={Textarea}
        control={form.control}
        name="description"
        label="Description"
        description="What it does for creators, in at least 40 characters."
        rows={4}
      />
      <FormField control={form.control} name="labels" label="Feature labels" description="One to three.">
        {({ value, onChange }) => <LabelChoice value={value} onChange={onChange} />}
      </FormField>
    </FormDialog>
  )
}

function LabelChoice({ value, onChange }: { value: Label[]; onChange: (labels: Label[]) => void }) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="sr-only">Feature labels</legend>
      {(Object.keys(LABELS) as Label[]).map((label) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a labelable button
        <label key={label} className="flex items-center gap-2.5 text-sm">
          <Checkbox
            checked={value.includes(label)}
            onCheckedChange={(checked) =>
              onChange(checked ? [...value, label] : value.filter((chosen) => chosen !== label))
            }
          />
          {LABELS[label]}
        </label>
      ))}
    </fieldset>
  )
}
