import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { bySchema, useSchema } from '@/components/form-schema'
import { EditableBy, useHasRole } from '@/components/role'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Form } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { TemplateDesign, TemplateDetail } from '@/server/modules/templates/editor-schema.ts'
import { DesignFields } from './design-fields'
import type { DesignValues } from './design-values'
import { EditorPage, FORM_ID } from './editor-page'

const loadDesign = async () => (await import('@/server/modules/templates/editor-schema.ts')).TemplateDesign

/** Edits a template's design. Built-in layouts are read-only. */
export function DesignEditor({ template, design }: { template: TemplateDetail; design: TemplateDesign }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const may_write = useHasRole('editor') && template.kind === 'design'
  const update = useAction(trpc.templates.update)
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('./design-values')).DesignValues),
    values: { name: template.name, design },
  })
  const values = useWatch({ control: form.control })
  const formText = JSON.stringify(values.design)
  const rules = useSchema(loadDesign)
  const storedText = JSON.stringify(design)
  const shownDesign = useMemo(() => {
    // The stored design is valid, so the first preview does not wait for the rules.
    if (formText === storedText) return { design: JSON.parse(storedText) as TemplateDesign }
    const read = rules?.safeParse(JSON.parse(formText ?? '{}'))
    return read?.success ? { design: read.data } : null
  }, [formText, storedText, rules])

  async function save(changed: DesignValues) {
    const saved = await update.run({ id: template.id, ...changed })
    markSaved(form)
    client.setQueryData(trpc.templates.get.queryKey({ id: template.id }), saved)
    await client.invalidateQueries(trpc.templates.cards.pathFilter())
    toast.success('Template saved. New emails use it')
  }

  return (
    <EditorPage
      template={template}
      name={values.name ?? ''}
      is_changed={form.formState.isDirty}
      saving={form.formState.isSubmitting}
      previewInput={shownDesign}
    >
      <Form form={form} id={FORM_ID} onSubmit={save}>
        <EditableBy atLeast="editor">
          <div className="grid gap-6">
            <DesignFields control={form.control} disabled={!may_write} />
          </div>
        </EditableBy>
      </Form>
    </EditorPage>
  )
}
