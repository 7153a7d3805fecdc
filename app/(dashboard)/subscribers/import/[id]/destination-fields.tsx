import { useQuery } from '@tanstack/react-query'
import { allSequencesQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { FormField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import type { OptionsFormState } from './options-form'

/** The form and sequence to which subscribers are added, and whether to send them confirmation emails. */
export function DestinationFields({ form }: { form: OptionsFormState }) {
  const trpc = useTRPC()
  const forms = useQuery(trpc.forms.list.queryOptions({ per_page: 1000 }))
  const sequences = useQuery(allSequencesQuery(trpc))
  const none = { value: '', label: 'None' }
  const optionsOf = (rows: readonly { id: number; name: string }[] = []) => [
    none,
    ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const hasForm = Boolean(form.watch('form_id'))
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField control={form.control} name="form_id" label="Add to form" optional>
          {({ value, onChange, ...field }) => (
            <SelectInput
              {...field}
              value={value ? String(value) : ''}
              onChange={(text) => {
                onChange(text === '' ? null : Number(text))
                if (text === '') form.setValue('double_opt_in', false)
              }}
              options={optionsOf(forms.data?.rows)}
            />
          )}
        </FormField>
        <FormField control={form.control} name="sequence_id" label="Add to sequence" optional>
          {({ value, onChange, ...field }) => (
            <SelectInput
              {...field}
              value={value ? String(value) : ''}
              onChange={(text) => onChange(text === '' ? null : Number(text))}
              options={optionsOf(sequences.data?.rows.filter(({ active }) => active))}
            />
          )}
        </FormField>
      </div>
      <FormField
        control={form.control}
        name="double_opt_in"
        label="Ask new subscribers to confirm"
        description={
          hasForm
            ? 'They receive the form’s confirmation email and stay unconfirmed until they confirm.'
            : 'Choose a form above to send its confirmation email.'
        }
        layout="inline"
      >
        {({ value, onChange, ...field }) => (
          <Switch {...field} checked={value} disabled={!hasForm} onCheckedChange={onChange} />
        )}
      </FormField>
    </>
  )
}
