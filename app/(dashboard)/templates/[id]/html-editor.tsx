'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { EditableBy } from '@/components/role'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Form, FormField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { TemplateDetail } from '@/server/modules/templates/editor-schema.ts'
import { EditorPage } from './editor-page'
import type { HtmlValues } from './html-values'

/** Edits a template as HTML. */
export function HtmlEditor({ template }: { template: TemplateDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const update = useAction(trpc.templates.update)
  const storedValues = { name: template.name, source: template.source ?? '' }
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('./html-values')).HtmlValues),
    values: storedValues,
  })
  const { name = '', source = '' } = useWatch({ control: form.control })

  async function save(values: HtmlValues) {
    const saved = await update.run({ id: template.id, ...values })
    markSaved(form)
    client.setQueryData(trpc.templates.get.queryKey({ id: template.id }), saved)
    await client.invalidateQueries(trpc.templates.rows.pathFilter())
    toast.success('Template saved. New emails use it')
  }

  return (
    <EditorPage
      template={template}
      name={name}
      is_changed={name !== storedValues.name || source !== storedValues.source}
      form_id="template"
      saving={form.formState.isSubmitting}
      shown={{ source }}
    >
      <Form form={form} id="template" onSubmit={save}>
        <EditableBy atLeast="editor">
          <FormField control={form.control} name="name" label="Name" description="Only you see this.">
            {(field) => <Input {...field} autoComplete="off" />}
          </FormField>
          <FormField
            control={form.control}
            name="source"
            label="HTML"
            description="{{ content }} is where the text of each email goes. {{ footer }} has the postal address and the link to unsubscribe; without it, they are added at the end."
          >
            {(field) => (
              <Textarea
                {...field}
                spellCheck={false}
                wrap="off"
                className="min-h-96 overflow-x-auto font-mono text-xs leading-relaxed lg:min-h-[calc(100dvh-26rem)]"
              />
            )}
          </FormField>
        </EditableBy>
      </Form>
    </EditorPage>
  )
}
