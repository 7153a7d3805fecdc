import { z } from 'zod'
import { BigId, Id, named, OptionalId, storable } from '../../core/wire.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { TestAddresses } from '../delivery/schema.ts'
import { SequenceEmailStats } from '../sequences/email-schema.ts'

// Emails of automations, composed in place by the editor. Subscribers get the emails published with their version.

export const EmailKey = z.object({ id: Id })
export type EmailKey = z.infer<typeof EmailKey>

export const AutomationEmail = named('AutomationEmail', {
  id: z.int(),
  automation_id: z.int(),
  automation_name: z.string(),
  subject: z.string(),
  preview_text: z.string().nullable(),
  content: z.string(),
  /** Null: the account's default template. */
  email_template_id: z.int().nullable(),
  /** Null: the account's default sender. */
  email_address: z.string().nullable(),
  /** Why the published email cannot be sent. Its subscribers are held at the step. */
  problem: z.string().nullable(),
  /** The automation was adopted from a template, so it cannot be edited. */
  is_locked: z.boolean(),
  text_version: z.string(),
  /** Parts removed from the content at the last save. */
  left_out: z.array(z.string()),
})
export type AutomationEmail = z.infer<typeof AutomationEmail>

/** Absent properties are unchanged; null clears. A subject may be empty until publication. */
export const EmailChange = z.object({
  subject: z
    .string({ error: 'subject must be a string' })
    .overwrite(singleLine)
    .trim()
    .max(998, 'subject is too long (maximum is 998 characters)')
    .optional(),
  preview_text: z.string().overwrite(singleLine).max(998, 'preview_text is too long').nullish(),
  content: z.string().overwrite(storable).max(1_000_000, 'content is too long').optional(),
  email_template_id: OptionalId.optional(),
  email_address: z.string().overwrite(normalizeEmailAddress).max(254).nullish(),
})
export type EmailChange = z.infer<typeof EmailChange>

/** `copy_of`: an email of the account whose texts are copied. */
export const EmailCreate = z.object({ automation_id: Id, copy_of: Id.optional() })
export type EmailCreate = z.infer<typeof EmailCreate>

/** The subscriber to preview as. Default: the newest in the automation, else a sample. */
export const EmailPreviewInput = EmailKey.extend({ subscriber_id: BigId.optional() })
export type EmailPreviewInput = z.infer<typeof EmailPreviewInput>

export const EmailTestInput = EmailPreviewInput.extend({ email_addresses: TestAddresses })
export type EmailTestInput = z.infer<typeof EmailTestInput>

/** Results over all runs and publications. `held` counts subscribers whose email cannot be sent now. */
export const EmailReport = AutomationEmail.pick({
  id: true,
  subject: true,
  automation_id: true,
  automation_name: true,
  problem: true,
}).extend({ stats: SequenceEmailStats, held: z.int() })
export type EmailReport = z.infer<typeof EmailReport>

export const FoundEmail = AutomationEmail.pick({ id: true, automation_id: true, subject: true, automation_name: true })
export type FoundEmail = z.infer<typeof FoundEmail>
