import { useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useDeferredValue } from 'react'
import { bySchema } from '@/components/form-schema'
import { CircleCheck } from '@/components/generated/icons'
import { useHasRole } from '@/components/role'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form, FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { Switch } from '@/components/ui/switch'
import { useAction } from '@/components/use-action'
import type { SiteView } from '@/server/modules/sites/schema.ts'
import { LayoutInput } from './layout-field'

const SitePreview = dynamic(async () => (await import('./site-preview')).SitePreview)

const FIRST = 'first'

export function SiteForm({ site }: { site: SiteView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const save = useAction(trpc.sites.save)
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('@/server/modules/sites/schema.ts')).SiteInput),
    values: {
      name: site.name ?? site.suggested_name,
      has_form: site.has_form,
      form_id: site.form_id,
      layout: site.layout,
      has_address: site.has_address,
    },
  })
  const name = form.watch('name') ?? ''
  const answer = useAnswer({ name, current: site.name })
  const hasForm = form.watch('has_form')
  const problem = form.formState.errors.name?.message

  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const saved = await save.run(values)
        markSaved(form)
        client.setQueryData(trpc.sites.get.queryKey(), saved)
        await client.invalidateQueries(trpc.posts.pathFilter())
        toast.success('Public site saved')
      }}
    >
      <Field
        label="Name"
        error={typeof problem === 'string' ? problem : answer?.problem}
        description={
          answer?.is_free ? (
            <span className="flex items-center gap-1.5 text-success-ink">
              <CircleCheck aria-hidden className="size-4" /> {site.name_prefix}
              {name.trim().replace(/^@/, '').toLowerCase()} is free
            </span>
          ) : (
            <span className="[overflow-wrap:anywhere]">
              The end of the address {site.name_prefix}name. Addresses with your former names lead to the new one.
            </span>
          )
        }
      >
        <Input
          {...form.register('name')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="studio-north"
        />
      </Field>
      <FormField
        control={form.control}
        name="has_form"
        label="Show a sign-up form on every page"
        description={
          hasForm && !site.shown_form
            ? 'You have no inline form or published landing page yet. Create one under Forms.'
            : 'At the top of your list of posts and below each post.'
        }
        layout="inline"
      >
        {({ value, onChange, ...field }) => (
          <Switch {...field} checked={value ?? true} onCheckedChange={(checked) => onChange(checked)} />
        )}
      </FormField>
      {hasForm ? (
        <FormField control={form.control} name="form_id" label="Form">
          {({ value, onChange, ...field }) => (
            <SelectInput
              {...field}
              value={value ? String(value) : FIRST}
              onChange={(chosen) => onChange(chosen === FIRST ? null : Number(chosen))}
              options={[
                { value: FIRST, label: 'First inline form, else landing page' },
                ...site.forms.map(({ id, name: label }) => ({ value: String(id), label })),
              ]}
            />
          )}
        </FormField>
      ) : null}
      <FormField control={form.control} name="layout" label="Layout">
        {({ ref: _ref, ...field }) => <LayoutInput {...field} />}
      </FormField>
      <FormField
        control={form.control}
        name="has_address"
        label="Show your postal address"
        description="In the footer of every page. Some countries require it for a website."
        layout="inline"
      >
        {({ value, onChange, ...field }) => (
          <Switch {...field} checked={value ?? false} onCheckedChange={(checked) => onChange(checked)} />
        )}
      </FormField>
      <SitePreview layout={form.watch('layout') ?? site.layout} has_address={form.watch('has_address') ?? false} />
      <Button type="submit" className="justify-self-start" pending={form.formState.isSubmitting}>
        Save site
      </Button>
    </Form>
  )
}

/** Returns whether the typed name is available. Undefined for the current name, and while loading. */
function useAnswer({ name, current }: { name: string; current: string | null }) {
  const trpc = useTRPC()
  const asked = useDeferredValue(name)
  const isCurrent = asked.trim().replace(/^@/, '').toLowerCase() === current
  const may_change = useHasRole('editor')
  const enabled = may_change && !isCurrent && asked.trim() !== ''
  const answer = useQuery(trpc.sites.askName.queryOptions({ name: asked }, { enabled, staleTime: 5_000 }))
  return isCurrent || asked.trim() === '' ? undefined : answer.data
}
