import { TRPCError } from '@trpc/server'
import type { ProcedureMeta } from './init.ts'
import { appRouter } from './root.ts'

/** Maximum size of a request. The largest call saves an email of one million characters. */
const MAX_BYTES = 8 * 2 ** 20
/** Maximum size of a request without a session. */
const MAX_OPEN_BYTES = 64 * 1024

/** Returns the maximum size of a request's body, before its calls are known. */
export const maxBytes = ({ has_session }: { has_session: boolean }): number =>
  has_session ? MAX_BYTES : MAX_OPEN_BYTES

/**
 * Refuses a batch that does too much. Only one of its calls may be open to anyone, so a stranger's batch costs no more than a single request:
 * limits count it once, and it hashes one password. Throws TRPCError.
 */
export function checkCalls(paths: readonly string[], bytes: number): void {
  const open = paths.filter(isOpen)
  if (open.length > 1)
    throw refused(`A request can make one call of this kind. Send ${open[1]} in a request of its own`)
  if (open.length > 0 && bytes > MAX_OPEN_BYTES) throw tooLong(MAX_OPEN_BYTES)
}

/** Procedures by path. The record is flat, although its type is the tree of routers. */
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: ProcedureMeta } }>

/** Returns whether this procedure can be called without a session. */
export function isOpen(path: string): boolean {
  return Object.hasOwn(procedures, path) && procedures[path]?._def.meta?.is_open === true
}

/** Returns the error for a request that is too large, with the limit. */
export function tooLong(max_bytes: number): TRPCError {
  const most = max_bytes < 2 ** 20 ? `${max_bytes / 1024} KB` : `${max_bytes / 2 ** 20} MB`
  return tooLarge(`This request is larger than ${most}. Send less text`)
}

export const tooLarge = (message: string) => new TRPCError({ code: 'PAYLOAD_TOO_LARGE', message })

const refused = (message: string) => new TRPCError({ code: 'BAD_REQUEST', message })
