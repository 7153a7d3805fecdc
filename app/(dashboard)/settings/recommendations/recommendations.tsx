'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { bySchema } from '@/components/form-schema'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { EditableBy } from '@/components/role'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SectionCard } from '@/components/ui/card'
import { Form, FormField, SwitchField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { RecommendationsView } from '@/server/modules/recommendations/schema.ts'
import { MAX_NOTE_LENGTH } from '@/server/modules/recommendations/values-schema.ts'
import { SettingsPage } from '../settings-page'
import { recommendationsQuery } from './queries'
import { RecommendedCreators } from './recommended-creators'
import { Recommenders } from './recommenders'

/** Creators of the instance who recommend each other after a sign-up. */
export function Recommendations() {
  const trpc = useTRPC()
  const view = useQuery(recommendationsQuery(trpc))
  return (
    <SettingsPage title="Recommendations" description="Creators here suggest each other to new subscribers.">
      <Loaded query={view} loading={<RowsSkeleton />}>
        {(data) => (
          <>
            <RecommendedCreators view={data} />
            <SectionCard
              title="Be recommended"
              description="Other creators here can suggest you to their new subscribers, who choose whether to sign up."
            >
              <EditableBy atLeast="editor">
                <OpenForm view={data} />
              </EditableBy>
            </SectionCard>
            <Recommenders view={data} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function OpenForm({ view: { is_open, pitch, problem } }: { view: RecommendationsView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const save = useAction(trpc.recommendations.saveOpen)
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('@/server/modules/recommendations/schema.ts')).OpenInput),
    values: { is_open, pitch },
  })
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const saved = await save.run(values)
        markSaved(form)
        client.setQueryData(trpc.recommendations.get.queryKey(), saved)
        toast.success(values.is_open ? 'Creators can recommend you' : 'Creators can no longer recommend you')
      }}
    >
      {problem ? <Alert tone="warning" title={problem} /> : null}
      <SwitchField
        control={form.control}
        name="is_open"
        label="Creators can recommend me"
        description="Visitors sign up with the form of your public site, with its confirmation and limits."
      />
      <FormField
        control={form.control}
        name="pitch"
        label="What you write about"
        optional
        description="Shown beside your name. Leave empty to use the byline of your profile."
      >
        {({ value, onChange, ...field }) => (
          <Input
            {...field}
            value={value ?? ''}
            maxLength={MAX_NOTE_LENGTH}
            placeholder="A weekly email about making things slowly"
            onChange={({ target }) => onChange(target.value || null)}
          />
        )}
      </FormField>
      <Button type="submit" className="justify-self-start" pending={form.formState.isSubmitting}>
        Save
      </Button>
    </Form>
  )
}
