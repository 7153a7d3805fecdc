import { TRPCError } from '@trpc/server'
import type { ProcedureMeta } from './init.ts'
import { appRouter } from './root.ts'

/** The largest call saves an email of a million characters. */
const MAX_BYTES = 8 * 2 ** 20
/** What anyone may call needs no more than this. */
const MAX_OPEN_BYTES = 64 * 1024

/** The bytes that a request may carry before it is known what it calls. */
export const maxBytes = ({ has_session }: { has_session: boolean }): number =>
  has_session ? MAX_BYTES : MAX_OPEN_BYTES

/**
 * Refuses a batch that would do more than a request should. It may hold one call that anyone can make, so a stranger's batch
 * costs what a plain request costs: its limits count it once, and it hashes one password. Throws TRPCError.
 */
export function checkCalls(paths: readonly string[], bytes: number): void {
  const open = paths.filter(isOpen)
  if (open.length > 1)
    throw refused(`A request can make one call of this kind. Send ${open[1]} in a request of its own`)
  if (open.length > 0 && bytes > MAX_OPEN_BYTES) throw tooLarge(MAX_OPEN_BYTES)
}

/** By path. tRPC types this record as the tree of routers and keeps it flat. */
const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: ProcedureMeta } }>

/** Whether anyone may call this procedure, without a session. */
export function isOpen(path: string): boolean {
  return Object.hasOwn(procedures, path) && procedures[path]?._def.meta?.is_open === true
}

/** Says how much fits; 64 KB is what a request without a session may carry. */
export function tooLarge(max_bytes: number): TRPCError {
  const most = max_bytes < 2 ** 20 ? `${max_bytes / 1024} KB` : `${max_bytes / 2 ** 20} MB`
  return new TRPCError({ code: 'PAYLOAD_TOO_LARGE', message: `This request is larger than ${most}. Send less text` })
}

const refused = (message: string) => new TRPCError({ code: 'BAD_REQUEST', message })
