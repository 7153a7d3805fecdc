import { z } from 'zod'
import { missing, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'

export const SCOPES = ['public', 'read'] as const

/** A personal key for /v4. Only its `prefix` can be seen after creation. */
export const ApiKey = z
  .object({
    id: z.int(),
    name: z.string(),
    prefix: z.string(),
    /** `public` reads and writes; `read` only reads. */
    scope: z.enum(SCOPES),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable(),
    /** Name of the user who created it. Null: it was created on the command line. */
    maker: z.string().nullable(),
    /** Permissions by the creator's current role: full for admins and owners, none for former members. */
    rights: z.enum(['full', 'editor', 'viewer', 'none']),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

/** The only response that contains the key itself. */
export const NewApiKey = ApiKey.extend({ key: z.string() })
export type NewApiKey = z.infer<typeof NewApiKey>

export const ApiKeyInput = z.object({
  name: z
    .string(missing("Name can't be blank"))
    .overwrite(singleLine)
    .trim()
    .min(1, "Name can't be blank")
    .max(255, 'Name is too long'),
  scope: z.enum(SCOPES).default('public'),
})
export type ApiKeyInput = z.output<typeof ApiKeyInput>
