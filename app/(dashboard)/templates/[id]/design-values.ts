import type { Control } from 'react-hook-form'
import { z } from 'zod'
import { TemplateChange, TemplateDesign } from '@/server/modules/templates/editor-schema.ts'

/** Form of a template's design. */
export const DesignValues = z.object({ name: TemplateChange.shape.name.unwrap(), design: TemplateDesign })
export type DesignValues = z.infer<typeof DesignValues>

export type DesignControl = Control<z.input<typeof DesignValues>, unknown, DesignValues>
