import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { NameDialog } from '@/components/name-dialog'
import { useTRPC } from '@/components/trpc-provider'
import { FormField } from '@/components/ui/form'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { useAction } from '@/components/use-action'
import { NewForm } from '@/server/modules/forms/settings-schema.ts'
import { FORM_FORMATS } from '@/server/modules/forms/values-schema.ts'
import { formTypes } from './form-types'

const Values = z.object({ name: NewForm.shape.name, kind: z.enum([...FORM_FORMATS, 'hosted']) })

export function NewFormDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const router = useRouter()
  const create = useAction(trpc.forms.create, { invalidates: trpc.forms })
  const form = useForm<z.infer<typeof Values>>({
    resolver: zodResolver(Values),
    defaultValues: { name: '', kind: 'inline' },
  })

  const is_hosted = useWatch({ control: form.control, name: 'kind' }) === 'hosted'

  async function save({ name, kind }: z.infer<typeof Values>) {
    if (kind === 'hosted') return router.push(`/forms/templates?name=${encodeURIComponent(name)}`)
    const made = await create.run({ name, type: 'embed', format: kind })
    router.push(`/forms/${made.id}`)
  }

  return (
    <NameDialog
      title="New form"
      description="You can change the text and colors at any time."
      form={form}
      onSubmit={save}
      submitLabel={is_hosted ? 'Choose a template' : 'Create form'}
      open={open}
      onClose={onClose}
      placeholder="Blog footer"
      hint="Only you see this."
    >
      <FormField control={form.control} name="kind" label="Type">
        {({ value, onChange, ref, ...field }) => (
          <RadioGroup ref={ref} value={value} onValueChange={onChange} className="gap-2" {...field}>
            {formTypes.map(({ key, label, description }) => (
              <RadioCard key={key} value={key} title={label} description={description} className="p-3" />
            ))}
          </RadioGroup>
        )}
      </FormField>
    </NameDialog>
  )
}
