import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { ArrowDown, ArrowUp, Plus, X } from '@/components/generated/icons'
import { useTRPC } from '@/components/trpc-provider'
import { Button, IconButton } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { InputField, SwitchField } from '@/components/ui/form'
import { onDemand } from '@/components/ui/on-demand'
import { SelectInput } from '@/components/ui/select'
import type { TypedField } from '@/server/modules/custom-fields/schema.ts'
import { MAX_FORM_FIELDS } from '@/server/modules/forms/values-schema.ts'
import type { DesignControl } from './content-card'

const FieldDialog = onDemand(async () => (await import('@/components/custom-fields/field-dialog')).FieldDialog)

interface FieldsCardProps {
  control: DesignControl
  fields: readonly TypedField[]
}

/** Edits the form’s fields besides the email address, and their order. */
export function FieldsCard({ control, fields }: FieldsCardProps) {
  const list = useFieldArray({ control, name: 'settings.fields' })
  const ask = (custom_field_id: number | null) =>
    list.append({ custom_field_id, label: '', is_required: false, look: 'select' })
  const trpc = useTRPC()
  const client = useQueryClient()
  const [creating, setCreating] = useState(false)
  const asked = useWatch({ control, name: 'settings.fields' }) ?? []
  const is_asked = new Set(
    asked.map((field) => (field.custom_field_id === null ? null : Number(field.custom_field_id))),
  )
  const offeredFields = [{ id: null, label: 'First name' }, ...fields].filter(({ id }) => !is_asked.has(id))
  return (
    <SectionCard title="Fields" description="The form always asks for the email address." className="grid gap-5">
      <ul aria-label="Form fields" className="grid gap-5 empty:hidden">
        {list.fields.map((row, index) => {
          const id = row.custom_field_id === null ? null : Number(row.custom_field_id)
          const field = fields.find((one) => one.id === id)
          const label = id === null ? 'First name' : (field?.label ?? 'Deleted field')
          return (
            <li key={row.id} className="grid gap-3 border-b pb-5">
              <div className="flex items-center gap-1">
                <span className="min-w-0 flex-1 truncate font-medium text-sm">{label}</span>
                <IconButton
                  icon={ArrowUp}
                  label={`Move ${label} up`}
                  disabled={index === 0}
                  onClick={() => list.move(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={`Move ${label} down`}
                  disabled={index === list.fields.length - 1}
                  onClick={() => list.move(index, index + 1)}
                />
                <IconButton icon={X} label={`Remove ${label}`} onClick={() => list.remove(index)} />
              </div>
              <InputField
                control={control}
                name={`settings.fields.${index}.label`}
                label={`${label} label`}
                optional
                placeholder={label}
              />
              {field?.type === 'choice' || field?.type === 'yes_no' ? (
                <InputField
                  as={SelectInput}
                  control={control}
                  name={`settings.fields.${index}.look`}
                  label={`Show ${label} as`}
                  options={[
                    { value: 'select', label: 'List to choose from' },
                    { value: 'radio', label: 'Buttons, all visible' },
                  ]}
                />
              ) : null}
              <SwitchField
                as={Checkbox}
                control={control}
                name={`settings.fields.${index}.is_required`}
                label={`Require ${label}`}
              />
            </li>
          )
        })}
      </ul>
      {list.fields.length >= MAX_FORM_FIELDS ? (
        <p className="text-muted-foreground text-sm">A form asks for at most {MAX_FORM_FIELDS} fields.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {offeredFields.map(({ id, label }) => (
            <Button key={id ?? 'first_name'} variant="outline" size="sm" onClick={() => ask(id)}>
              <Plus aria-hidden /> {label}
            </Button>
          ))}
          <Button variant="ghost" size="sm" onClick={() => setCreating(true)}>
            New field…
          </Button>
        </div>
      )}

      <FieldDialog
        open={creating}
        onClose={() => setCreating(false)}
        onSaved={async ({ id }) => {
          await client.invalidateQueries(trpc.custom_fields.pathFilter())
          if (!is_asked.has(id)) ask(id)
        }}
      />
    </SectionCard>
  )
}
