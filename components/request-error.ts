import { TRPCClientError } from '@trpc/client'

/** The HTTP status of a failed request; undefined when the server was not reached. */
export function httpStatus(error: unknown): number | undefined {
  return error instanceof TRPCClientError ? (error.data as { httpStatus?: number } | null)?.httpStatus : undefined
}

/** Whether the same request may succeed later: connection and server errors pass, others do not. */
export function isPassing(error: unknown): boolean {
  const status = httpStatus(error)
  return status === undefined || status >= 500
}
