import { z } from 'zod'
import { Timestamp } from '../../core/wire.ts'

/** An app where it is installed: what it may do, who let it in, when it last came. */
export const InstalledApp = z.object({
  installation_id: z.int(),
  app_id: z.int(),
  name: z.string(),
  tagline: z.string(),
  logo_url: z.string().nullable(),
  /** One per tenant of an app that knows several; '' for most. */
  tenant_name: z.string(),
  /** `pending`: it holds tokens, but its installation was never finished. */
  state: z.enum(['pending', 'installed']),
  scopes: z.array(z.string()),
  installed_by: z.string().nullable(),
  installed_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  webhook_endpoint_count: z.int(),
  settings_url: z.string().nullable(),
})
export type InstalledApp = z.infer<typeof InstalledApp>
