import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { ArrowRight } from '@/components/generated/icons'
import { allTagsQuery } from '@/components/page-queries'
import { subscriberStates } from '@/components/status-badge'
import { NamedTags } from '@/components/tags/named-tags'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Form, FormField, InputField } from '@/components/ui/form'
import { RadioCard, RadioGroup } from '@/components/ui/radio-group'
import { SelectInput } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { PreviewOptions } from '@/server/modules/imports/preview-schema.ts'
import type { Import } from '@/server/modules/imports/schema.ts'
import { CONSENT_SOURCES } from '@/server/modules/imports/values-schema.ts'
import { DestinationFields } from './destination-fields'
import type { OptionsFormState } from './options-form'
import { namesIn } from './tag-names'

interface OptionsStepProps {
  file: Import
  /** Earlier choices, restored after going back from the preview. */
  given: PreviewOptions | undefined
  onBack: () => void
  onDone: () => void
}

export function OptionsStep({ file, given, onBack, onDone }: OptionsStepProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const listId = useId()
  const tags = useQuery(allTagsQuery(trpc))
  const { tags: givenTags, ...earlier } = given ?? {}
  const preview = useAction(trpc.imports.preview)
  const form = useForm({
    resolver: bySchema(async () => (await import('./options-form')).OptionsForm),
    defaultValues: {
      tags: (givenTags ?? []).join(', '),
      consent_note: '',
      existing: 'update',
      state: 'active',
      form_id: null,
      sequence_id: null,
      double_opt_in: false,
      has_no_unsubscribes: false,
      ...earlier,
    },
  })
  const chosenTags = namesIn(form.watch('tags'))

  return (
    <Form
      form={form}
      className="gap-6"
      onSubmit={async (input) => {
        const made = await preview.run({ id: file.id, ...input })
        client.setQueryData(trpc.imports.previewProgress.queryKey({ id: file.id }), made)
        void client.invalidateQueries(trpc.imports.previewRows.pathFilter())
        onDone()
      }}
    >
      <SectionCard
        title="How did they subscribe?"
        description="Stored with every subscriber as proof of consent. Bought or scraped lists are not allowed."
        className="grid gap-5"
      >
        <InputField
          as={SelectInput}
          control={form.control}
          name="consent_source"
          label="Source of consent"
          placeholder="Choose a source"
          options={Object.entries(CONSENT_SOURCES).map(([value, label]) => ({ value, label }))}
        />
        <InputField
          as={Textarea}
          control={form.control}
          name="consent_note"
          label="Consent note"
          optional={form.watch('consent_source') !== 'other'}
          description="For example, which form or shop, and when."
          rows={2}
          placeholder="Footer form of studio-north.example, 2019 to 2026"
        />
      </SectionCard>
      <SectionCard title="What happens on import?" className="grid gap-6">
        <InputField
          control={form.control}
          name="tags"
          label="Tags for all subscribers in this file"
          optional
          description="Separate tags with commas. New tags are created."
          list={listId}
          autoComplete="off"
          placeholder="Moved 2026"
        />
        <datalist id={listId}>
          {(tags.data?.rows ?? []).map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
        {chosenTags.length > 0 ? (
          <p className="-mt-3">
            <NamedTags names={chosenTags} />
          </p>
        ) : null}
        <Choice
          control={form.control}
          name="existing"
          legend="Existing subscribers"
          options={[
            {
              value: 'update',
              title: 'Update',
              description: 'Adds names, fields and tags from the file. Empty cells never erase anything.',
            },
            { value: 'leave', title: 'Keep unchanged', description: 'Adds new subscribers only.' },
          ]}
        />
        <Choice
          control={form.control}
          name="state"
          legend="New subscribers are"
          options={[
            {
              value: 'active',
              title: subscriberStates.active.label,
              description: 'They asked for your emails and receive the next one.',
            },
            {
              value: 'inactive',
              title: subscriberStates.inactive.label,
              description: 'They receive no emails until they confirm.',
            },
            {
              value: 'cancelled',
              title: subscriberStates.cancelled.label,
              description:
                'For a list of unsubscribes from another service. Existing subscribers in it are unsubscribed too.',
            },
          ]}
        />
        <DestinationFields form={form} />
        <p className="text-muted-foreground text-sm">
          Anyone who unsubscribed, bounced or complained in Envoi keeps that state, whatever the file says.
        </p>
      </SectionCard>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onBack}>
          Back to columns
        </Button>
        <Button type="submit" pending={form.formState.isSubmitting}>
          Preview import <ArrowRight aria-hidden />
        </Button>
      </div>
    </Form>
  )
}

interface ChoiceProps {
  control: OptionsFormState['control']
  name: 'existing' | 'state'
  legend: string
  options: { value: string; title: string; description: string }[]
}

function Choice({ control, name, legend, options }: ChoiceProps) {
  return (
    <FormField control={control} name={name} label={legend}>
      {({ value, onChange, ...field }) => (
        <RadioGroup {...field} aria-label={legend} value={value} onValueChange={onChange}>
          {options.map((option) => (
            <RadioCard key={option.value} {...option} />
          ))}
        </RadioGroup>
      )}
    </FormField>
  )
}
