import { z } from 'zod'
import { Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'

export const SCOPES = ['public', 'read'] as const

/** A personal key for /v4. `prefix` is all that is shown of it after its creation. */
export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  /** `public` reads and writes, `read` only reads. */
  scope: z.enum(SCOPES),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  /** Who made it; null for one made on the command line. */
  maker: z.string().nullable(),
  /** What the maker's role leaves of it: everything to admins and owners, nothing to someone who left the team. */
  rights: z.enum(['full', 'editor', 'viewer', 'none']),
})
export type ApiKey = z.infer<typeof ApiKey>

/** The only answer that carries the key in clear. */
export const NewApiKey = ApiKey.extend({ key: z.string() })
export type NewApiKey = z.infer<typeof NewApiKey>

export const ApiKeyInput = z.object({
  name: z
    .string({ error: "Name can't be blank" })
    .overwrite(singleLine)
    .trim()
    .min(1, "Name can't be blank")
    .max(255, 'Name is too long'),
  scope: z.enum(SCOPES).default('public'),
})
export type ApiKeyInput = z.output<typeof ApiKeyInput>
