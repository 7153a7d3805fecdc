import type { useForm } from 'react-hook-form'
import { z } from 'zod'
import { OptionalId } from '@/server/core/wire.ts'
import {
  ExistingSubscribers,
  ImportOptions,
  NewState,
  requireTexts,
  TagNames,
} from '@/server/modules/imports/schema.ts'
import { namesIn } from './tag-names'

/** Import options as form fields, with tags as comma-separated text. */
export const OptionsForm = ImportOptions.extend({
  consent_note: z.string(),
  tags: z.string().transform(namesIn).pipe(TagNames),
  existing: ExistingSubscribers,
  state: NewState,
  form_id: OptionalId,
  sequence_id: OptionalId,
  double_opt_in: z.boolean(),
  has_no_unsubscribes: z.boolean(),
}).superRefine(requireTexts)

export type OptionsFormState = ReturnType<
  typeof useForm<z.input<typeof OptionsForm>, unknown, z.output<typeof OptionsForm>>
>
