import { z } from 'zod'
import { TemplateChange } from '@/server/modules/templates/editor-schema.ts'

/** Form of a template that is edited as HTML. */
export const HtmlValues = z.object({
  name: TemplateChange.shape.name.unwrap(),
  source: TemplateChange.shape.source.unwrap(),
})
export type HtmlValues = z.infer<typeof HtmlValues>
