import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { FormField, SwitchField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { SelectInput } from '@/components/ui/select'
import type { AssistantLimits } from '@/server/core/assistants.ts'
import { t } from '@/server/lib/locale/texts.ts'

/** Rendered only while it is open. */
interface LimitsDialogProps {
  /** Name of the assistant’s key or app. */
  name: string
  limits: AssistantLimits
  onClose: () => void
  onSave: (limits: AssistantLimits) => Promise<unknown>
}

/** Changes what an assistant may do. The server enforces it from the next call on. */
export function LimitsDialog({ name, limits, onClose, onSave }: LimitsDialogProps) {
  const form = useForm({
    resolver: bySchema(async () => (await import('@/server/modules/api-keys/schema.ts')).AssistantLimits),
    defaultValues: limits,
  })
  return (
    <FormDialog
      title={t`“${name}” limits`}
      description="They apply from the next call on."
      form={form}
      submitLabel="Save limits"
      open
      onClose={onClose}
      onSubmit={async (values) => {
        await onSave(values)
        onClose()
      }}
    >
      <FormField control={form.control} name="access" label="Access">
        {({ value, onChange }) => (
          <RadioGroup value={value} onValueChange={onChange}>
            <RadioCard value="approvals" title="Drafts and approvals" description="Asks you to send and delete." />
            <RadioCard
              value="tests"
              title="Drafts and test emails"
              description="Asks you to send test emails to members of this account. Cannot ask for more."
            />
            <RadioCard value="drafts" title="Drafts" description="Cannot ask to send or delete." />
            <RadioCard value="read" title="Read only" description="No changes." />
          </RadioGroup>
        )}
      </FormField>
      <FormField
        control={form.control}
        name="recipients_per_day"
        label="Subscribers a day"
        description="Counts what you approved in the last 24 hours. Empty: no limit."
        optional
      >
        {({ value, onChange, ...field }) => (
          <Input
            {...field}
            inputMode="numeric"
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
          />
        )}
      </FormField>
      <FormField control={form.control} name="hours" label="Hours">
        {({ value, onChange }) => (
          <div className="grid grid-cols-2 gap-3">
            <SelectInput
              aria-label={t`From`}
              value={value ? String(value.from) : ''}
              onChange={(from) => onChange(from === '' ? null : { until: value?.until ?? 24, from: Number(from) })}
              options={[{ value: '', label: t`Any time` }, ...hours(0, 23)]}
            />
            <SelectInput
              aria-label={t`Until`}
              disabled={!value}
              value={String(value?.until ?? 24)}
              onChange={(until) => onChange({ from: value?.from ?? 0, until: Number(until) })}
              options={hours(1, 24)}
            />
          </div>
        )}
      </FormField>
      <SwitchField control={form.control} name="shows_addresses" label="Show email addresses" />
    </FormDialog>
  )
}

const hours = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, at) => ({ value: String(from + at), label: `${from + at}:00` }))
