import { zodResolver } from '@hookform/resolvers/zod'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { FIELD_TYPE_LABELS } from '@/components/custom-fields/field-type-labels'
import { errorText } from '@/components/error-text'
import { formatCount, formatNumber } from '@/components/format'
import { NameDialog } from '@/components/name-dialog'
import { clearSent } from '@/components/sent-values'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { FormField, InputField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import { FIELD_TYPES, hasChoices } from '@/server/modules/custom-fields/field-types-schema.ts'
import { FitInput, type TypedField, TypedFieldInput } from '@/server/modules/custom-fields/schema.ts'

interface FieldDialogProps {
  /** Undefined: a new field. */
  field?: TypedField | undefined
  open: boolean
  onClose: () => void
  onSaved: (saved: TypedField) => Promise<unknown>
}

const TYPES = FIELD_TYPES.map((value) => ({ value, label: FIELD_TYPE_LABELS[value] }))

export function FieldDialog({ field: edited, open, onClose, onSaved }: FieldDialogProps) {
  const trpc = useTRPC()
  const create = useAction(trpc.custom_fields.create)
  const change = useAction(trpc.custom_fields.change)
  const { label = '', type = 'text', choices = [] } = edited ?? {}
  const form = useStoredForm({ resolver: zodResolver(TypedFieldInput), values: { label, type, choices: [...choices] } })
  const now = useWatch({ control: form.control })

  async function save(values: TypedFieldInput) {
    await onSaved(await (edited ? change.run({ id: edited.id, ...values }) : create.run(values)))
    toast.success(edited ? `Saved “${values.label}”` : `Created “${values.label}”`)
    clearSent(form, { label: '', type: 'text', choices: [] })
    onClose()
  }

  return (
    <NameDialog
      title={edited ? 'Edit field' : 'New field'}
      form={form}
      onSubmit={save}
      submitLabel={edited ? 'Save field' : 'Create field'}
      open={open}
      onClose={onClose}
      field="label"
      label="Label"
      placeholder="City"
    >
      {edited && now.label?.trim() !== edited.label ? (
        <Alert tone="warning" title="Renaming changes the merge tag. Insert the field again in emails that use it." />
      ) : null}
      <InputField
        as={SelectInput}
        control={form.control}
        name="type"
        label="Type"
        description={HINTS[now.type ?? 'text']}
        options={TYPES}
      />
      {hasChoices(now.type ?? 'text') ? (
        <FormField control={form.control} name="choices" label="Choices" description="One per line.">
          {({ value = [], onChange, ...field }) => (
            <Textarea
              {...field}
              rows={4}
              value={value.join('\n')}
              onChange={(event) => onChange(event.target.value.split('\n'))}
            />
          )}
        </FormField>
      ) : null}
      {edited ? <Fit field={edited} wanted={{ id: edited.id, type: now.type, choices: now.choices }} /> : null}
    </NameDialog>
  )
}

const HINTS: Record<(typeof FIELD_TYPES)[number], string> = {
  text: 'Any text.',
  number: 'Such as 12.5. Segments can compare it.',
  date: 'A day, such as a birthday.',
  choice: 'One of your choices.',
  choices: 'Any number of your choices.',
  yes_no: 'Yes or No.',
}

/** Shows how many existing values fit the new type. */
function Fit({ field, wanted }: { field: TypedField; wanted: unknown }) {
  const trpc = useTRPC()
  const input = FitInput.safeParse(wanted).data
  const is_changed =
    input !== undefined && (input.type !== field.type || input.choices.join('\n') !== field.choices.join('\n'))
  const fit = useQuery(
    trpc.custom_fields.fit.queryOptions(input ?? { id: field.id }, {
      enabled: is_changed && input.type !== 'text',
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  )
  if (!is_changed || input.type === 'text') return null
  if (fit.error) return <Alert tone="warning" title={`The values can’t be counted now: ${errorText(fit.error)}`} />
  if (!fit.data) return <p className="text-muted-foreground text-sm">Checking the stored values…</p>
  const { values, unfit, examples } = fit.data
  if (values === 0) return null
  if (unfit === 0) return <Alert tone="success" title={`${formatCount(values, 'stored value')} can have this type.`} />
  return (
    <Alert
      tone="warning"
      title={`${formatNumber(unfit)} of ${formatCount(values, 'stored value')} cannot have this type.`}
    >
      They stay as they are until someone changes them, such as {examples.map((one) => `“${one}”`).join(', ')}.
    </Alert>
  )
}
