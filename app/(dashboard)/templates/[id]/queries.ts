import type { TemplatePreview, TemplatePreviewInput } from '@/server/modules/templates/editor-schema.ts'

/** A sample email in a template. A mutation, because HTML can exceed the length of a URL. */
export const previewQuery = (
  input: TemplatePreviewInput,
  ask: (input: TemplatePreviewInput) => Promise<TemplatePreview>,
) => ({ queryKey: ['template preview', input], queryFn: () => ask(input) })
