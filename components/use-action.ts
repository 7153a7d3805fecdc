import {
  type DataTag,
  type MutationFunction,
  type MutationKey,
  type QueryFilters,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { errorText } from '@/components/error-text'
import { toast } from '@/components/ui/sonner'

/** A mutation of the tRPC router, or a function wrapped in `calls`. */
export interface Procedure<Input, Output> {
  mutationOptions: () => { mutationKey?: MutationKey; mutationFn?: MutationFunction<Output, Input> }
}

/** A query, or a router with all its queries. */
export interface Queries {
  pathFilter: () => QueryFilters
}

interface ActionOptions<Input, Output> {
  /** Queries refetched before the action ends. */
  invalidates?: Queries | readonly Queries[]
  /** True to also refetch after an error, if outdated data may be its cause. */
  evenAfterErrors?: boolean
  /** Key of the query that returns the same data as this action. */
  stores?: DataTag<QueryKey, Output, unknown>
  /** Toast after success. */
  done?: string | ((output: Output, input: Input) => string)
  /** Called after success and refetching. */
  onDone?: (output: Output, input: Input) => unknown
  /** True if the component shows `error` itself, so `start` shows no toast. */
  showsError?: boolean
  /** Called with an error of `start`, instead of a toast. */
  onError?: (error: unknown) => unknown
}

/** A toast for a single call, or a callback. */
type Then<Output> = string | ((output: Output) => unknown)

/**
 * A user action: calls a procedure, refetches changed data and reports success. Dialogs and forms use `run`, because they show thrown
 * errors. Everything else can use `start`, which shows errors as toasts and ignores repeated presses while pending.
 */
export function useAction<Input, Output>(
  procedure: Procedure<Input, Output>,
  options: ActionOptions<Input, Output> = {},
) {
  const { invalidates = [], evenAfterErrors, stores, done, onDone } = options
  const client = useQueryClient()
  const latestOptions = useRef(options)
  latestOptions.current = options
  const runningKey = useRef<string>(undefined)
  const refresh = () => Promise.all([invalidates].flat().map((one) => client.invalidateQueries(one.pathFilter())))
  const {
    mutate: _,
    mutateAsync,
    reset,
    ...state
  } = useMutation({
    ...procedure.mutationOptions(),
    onSuccess: async (output: Output, input: Input) => {
      if (stores) client.setQueryData(stores, output)
      await refresh()
      if (done) toast.success(typeof done === 'string' ? done : done(output, input))
      await onDone?.(output, input)
    },
    onError: () => (evenAfterErrors ? refresh() : undefined),
  })
  const run = useCallback(
    async (input: Input, then?: Then<Output>) => {
      const output = await mutateAsync(input)
      if (typeof then === 'string') toast.success(then)
      else await then?.(output)
      return output
    },
    [mutateAsync],
  )
  const start = useCallback(
    (input: Input, then?: Then<Output>) => {
      const key = JSON.stringify([input])
      if (runningKey.current === key) return
      runningKey.current = key
      run(input, then)
        .catch((error: unknown) => {
          const { showsError, onError = (failure) => toast.error(errorText(failure)) } = latestOptions.current
          if (!showsError) onError(error)
        })
        .finally(() => {
          if (runningKey.current === key) runningKey.current = undefined
        })
    },
    [run],
  )
  const forget = useCallback(() => {
    runningKey.current = undefined
    reset()
  }, [reset])
  return { ...state, run, start, reset: forget }
}

/** Wraps a function as the procedure of an action. */
export const calls = <Input, Output>(mutationFn: (input: Input) => Promise<Output>): Procedure<Input, Output> => ({
  mutationOptions: () => ({ mutationFn }),
})
