import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import { askToConfirm } from '@/components/security/confirm-request'
import type { AppRouter } from '@/server/trpc/root.ts'

const PRECONDITION_REQUIRED = 428

/** Repeats a call that needs a recent sign-in (`recentlyAuthenticated`) after the user has confirmed their identity. */
export const confirmLink: TRPCLink<AppRouter> = () =>
  function confirm({ op, next }) {
    return observable((observer) => {
      let attempt: Unsubscribable | undefined
      let is_over = false
      const call = (may_ask: boolean) => {
        attempt = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: async (error) => {
            if (may_ask && needsConfirmation(error) && (await askToConfirm()) && !is_over) call(false)
            else observer.error(error)
          },
        })
      }
      call(true)
      return () => {
        is_over = true
        attempt?.unsubscribe()
      }
    })
  }

const needsConfirmation = (error: unknown) =>
  error instanceof TRPCClientError &&
  (error.data as { httpStatus?: number } | null)?.httpStatus === PRECONDITION_REQUIRED
