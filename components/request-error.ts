import { TRPCClientError } from '@trpc/client'

/** Returns the HTTP status of a failed request. Undefined: the server was not reached. */
export function httpStatus(error: unknown): number | undefined {
  return error instanceof TRPCClientError ? (error.data as { httpStatus?: number } | null)?.httpStatus : undefined
}

/** Returns true if the same request may succeed later: after connection and server errors only. */
export function isPassing(error: unknown): boolean {
  const status = httpStatus(error)
  return status === undefined || status >= 500
}
