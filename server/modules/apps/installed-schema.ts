import { z } from 'zod'
import { Timestamp } from '../../core/wire.ts'

/** An app that has access to the account. */
export const Installation = z
  .object({
    installation_id: z.int(),
    app_id: z.int(),
    name: z.string(),
    tagline: z.string().nullable(),
    logo_url: z.string().nullable(),
    tenant_name: z.string().nullable(),
    state: z.string(),
    test_expires_at: Timestamp.nullable(),
    scopes: z.array(z.string()),
    installed_by: z.string().nullable(),
    installed_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    webhook_endpoint_count: z.int(),
    settings_url: z.string().nullable(),
  })
  .meta({ id: 'Installation' })
