import { env } from '../env.ts'
import { isNoRoom, NO_ROOM_ADVICE } from '../lib/disk-room.ts'
import { outageOf } from './connections/outage.ts'

const FULL = /^(?:53[12]00|58\w{3})$/
const SLOW = /timeout/

/**
 * Returns one line with the reason why a start or a command ended, and what to do, if the reason is the disk or the database. Undefined for all
 * other errors.
 */
export function problemLine(error: unknown): string | undefined {
  if (isNoRoom(error)) return `${reasonOf(error)}. ${NO_ROOM_ADVICE}`
  const outage = outageOf(error)
  if (!outage) return undefined
  const cause = innermost(error)
  return `${placeOf()}: ${reasonOf(cause)}. ${databaseAdvice(cause)}`
}

/** Returns what to do if PostgreSQL does not respond, or refuses. */
export function databaseAdvice(error: unknown): string {
  const { code = '' } = (error ?? {}) as { code?: string }
  const reason = reasonOf(error)
  if (FULL.test(code)) return NO_ROOM_ADVICE
  if (code === '25006') return 'Name the primary server, which takes writes.'
  if (code === '53300') return 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL. Then start again.'
  if (code === '57P03') return 'Start again once PostgreSQL has started.'
  if (code === '3D000') return 'Create the database, or correct the address.'
  if (/^28/.test(code)) return 'Correct the user or the password.'
  if (SLOW.test(reason))
    return 'It may be unreachable, or the machine too busy to accept a connection in time. Start again once it answers.'
  if (/^(?:Connection terminated|read ECONNRESET|Client )|^terminating connection/.test(reason))
    return 'The connection was lost. Start again once PostgreSQL answers.'
  return 'Start PostgreSQL there, or correct the address.'
}

/** A host name with several addresses fails with one error per address. */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first)
}

function innermost(error: unknown): unknown {
  let innermost_error = error
  for (let depth = 0; depth < 5; depth++) {
    const { cause, meta } = innermost_error as { cause?: unknown; meta?: { driverAdapterError?: unknown } }
    const next = meta?.driverAdapterError ?? cause
    if (!(next instanceof Error)) return innermost_error
    innermost_error = next
  }
  return innermost_error
}

function placeOf(): string {
  const { DATABASE_URL, DATA_DIR } = env()
  if (DATABASE_URL === undefined) return `DATA_DIR: the built-in PostgreSQL of ${DATA_DIR}`
  const { hostname, port } = new URL(DATABASE_URL)
  return `DATABASE_URL: PostgreSQL at ${hostname}:${port || 5432}`
}
