import { z } from 'zod'
import { Weekday } from '@/server/modules/sequences/schema.ts'

/** Form of a sequence's settings. */
export const SettingsValues = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(255),
  send_days: z.array(Weekday).min(1),
  send_hour: z.string(),
  time_zone: z.string(),
  email_address: z.string(),
  email_template_id: z.string(),
  hold: z.boolean(),
  repeat: z.boolean(),
  excluded_tags: z.array(z.int()),
})
