import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { bySchema } from '@/components/form-schema'
import { EditableBy } from '@/components/role'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Form, InputField } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import type { TemplateDetail } from '@/server/modules/templates/editor-schema.ts'
import { EditorPage, FORM_ID } from './editor-page'
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
    await client.invalidateQueries(trpc.templates.cards.pathFilter())
    toast.success('Template saved. New emails use it')
  }

  return (
    <EditorPage
      template={template}
      name={name}
      is_changed={name !== storedValues.name || source !== storedValues.source}
      saving={form.formState.isSubmitting}
      previewInput={{ source }}
    >
      <Form form={form} id={FORM_ID} onSubmit={save}>
        <EditableBy atLeast="editor">
          <InputField
            control={form.control}
            name="name"
            label="Name"
            description="Only you see this."
            autoComplete="off"
          />
          <InputField
            as={Textarea}
            control={form.control}
            name="source"
            label="HTML"
            description="{{ content }} is where the text of each email goes. {{ footer }} has the postal address and the link to unsubscribe; without it, they are added at the end."
            spellCheck={false}
            wrap="off"
            className="min-h-96 overflow-x-auto font-mono text-xs leading-relaxed lg:min-h-[calc(100dvh-26rem)]"
          />
        </EditableBy>
      </Form>
    </EditorPage>
  )
}
