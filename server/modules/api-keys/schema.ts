import { z } from 'zod'
import { AssistantLimits } from '../../core/assistants.ts'
import { SCOPES as ALL_SCOPES } from '../../core/scopes.ts'
import { missing, named, Timestamp } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'

export { AssistantLimits }

/** Rights that most keys have: `public` reads and writes, `read` only reads. */
export const SCOPES = ['public', 'read'] as const

/** A personal key for /v4. Only its `prefix` can be seen after creation. */
export const ApiKey = named('ApiKey', {
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(ALL_SCOPES)),
  /** From when it no longer works. Null: never. */
  expires_at: Timestamp.nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  /** Name of the user who created it. Null: it was created on the command line. */
  maker: z.string().nullable(),
  /** Permissions by the creator's current role: full for admins and owners, none for former members. */
  rights: z.enum(['full', 'editor', 'viewer', 'none']),
  /** Limits of an assistant, whose key works only at `/mcp`. Null: a key for the API. */
  assistant: AssistantLimits.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** The only response that contains the key itself. */
export const NewApiKey = ApiKey.extend({ key: z.string() })
export type NewApiKey = z.infer<typeof NewApiKey>

const MAX_DAYS = 3_650

export const ApiKeyInput = z
  .object({
    name: z
      .string(missing("Name can't be blank"))
      .overwrite(singleLine)
      .trim()
      .min(1, "Name can't be blank")
      .max(255, 'Name is too long'),
    scope: z.enum([...SCOPES, 'chosen', 'assistant']).default('public'),
    /** The rights of a key with chosen ones. */
    scopes: z.array(z.enum(ALL_SCOPES).exclude(['public'])).default([]),
    /** Null: it works until it is revoked. */
    expires_in_days: z.int().min(1).max(MAX_DAYS).nullable().default(null),
    /** Limits of a key for an assistant. Null: the usual ones. */
    assistant: AssistantLimits.nullable().default(null),
  })
  .refine(({ scope, scopes }) => scope !== 'chosen' || scopes.length > 0, {
    error: 'Choose at least one permission',
    path: ['scopes'],
  })
export type ApiKeyInput = z.output<typeof ApiKeyInput>
