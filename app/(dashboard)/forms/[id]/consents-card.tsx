import { useQuery } from '@tanstack/react-query'
import { useFieldArray } from 'react-hook-form'
import { Plus, X } from '@/components/generated/icons'
import { allTagsQuery } from '@/components/page-queries'
import { useTRPC } from '@/components/trpc-provider'
import { Button, IconButton } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { FormField, InputField, SwitchField } from '@/components/ui/form'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { MAX_CONSENTS } from '@/server/modules/forms/values-schema.ts'
import type { DesignControl } from './content-card'

/** The consent text under the form, and checkboxes. */
export function ConsentsCard({ control }: { control: DesignControl }) {
  const list = useFieldArray({ control, name: 'settings.consents' })
  const trpc = useTRPC()
  const tags = useQuery(allTagsQuery(trpc))
  return (
    <SectionCard
      title="Consent"
      description="Every text that a subscriber agrees to is stored word for word as proof of consent."
      className="grid gap-5"
    >
      <InputField
        as={Textarea}
        control={control}
        name="settings.consent_text"
        label="Consent text"
        optional
        description="Shown below the form: subscribing agrees to it."
        rows={2}
      />
      {list.fields.map((row, index) => (
        <fieldset key={row.id} className="grid gap-3 border-t pt-5">
          <legend className="sr-only">Checkbox {index + 1}</legend>
          <InputField
            as={Textarea}
            control={control}
            name={`settings.consents.${index}.text`}
            label={`Checkbox ${index + 1} text`}
            rows={2}
          />
          <FormField
            control={control}
            name={`settings.consents.${index}.tag_id`}
            label={`Checkbox ${index + 1} tag`}
            optional
            description="Added to subscribers who tick it."
          >
            {({ value, onChange, ...field }) => (
              <SelectInput
                {...field}
                value={value == null ? 'none' : String(value)}
                onChange={(next) => onChange(next === 'none' ? null : Number(next))}
                options={[
                  { value: 'none', label: 'No tag' },
                  ...(tags.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            )}
          </FormField>
          <div className="flex items-center justify-between gap-3">
            <SwitchField
              as={Checkbox}
              control={control}
              name={`settings.consents.${index}.is_required`}
              label="Required to subscribe"
            />
            <IconButton icon={X} label={`Remove checkbox ${index + 1}`} onClick={() => list.remove(index)} />
          </div>
        </fieldset>
      ))}
      {list.fields.length < MAX_CONSENTS ? (
        <div>
          <Button
            variant="outline"
            size="sm"
            onClick={() => list.append({ text: '', is_required: false, tag_id: null })}
          >
            <Plus aria-hidden /> Add checkbox
          </Button>
        </div>
      ) : (
        <p className="text-muted-foreground text-sm">A form asks for at most {MAX_CONSENTS} consents.</p>
      )}
    </SectionCard>
  )
}
