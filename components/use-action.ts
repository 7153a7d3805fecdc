'use client'

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

/** Mutation of the tRPC router, or `calls` of a function. */
export interface Procedure<Input, Output> {
  mutationOptions: () => { mutationKey?: MutationKey; mutationFn?: MutationFunction<Output, Input> }
}

/** A query or a router, for all of its queries. */
export interface Queries {
  pathFilter: () => QueryFilters
}

interface ActionOptions<Input, Output> {
  /** Fetched again before the action is over. */
  invalidates?: Queries | readonly Queries[]
  /** Fetches them again after an error, too: what is shown may be the reason for it. */
  evenAfterErrors?: boolean
  /** Key of the query that has the same data as the answer. */
  stores?: DataTag<QueryKey, Output, unknown>
  /** The toast when it is done. */
  done?: string | ((output: Output, input: Input) => string)
  /** Called when it is done and everything is fetched again. */
  onDone?: (output: Output, input: Input) => unknown
  /** The component shows `error` itself, so `start` shows no toast. */
  showsError?: boolean
  /** Called with an error of `start`, in place of a toast. */
  onError?: (error: unknown) => unknown
}

/** A toast for this time, or what happens then. */
type Then<Output> = string | ((output: Output) => unknown)

/**
 * Something that a user does: calls a procedure, fetches again what it changes and says that it is done. Dialogs and forms `run` it, because
 * they show what it throws; everything else can `start` it, which shows an error as a toast and ignores a second press while it is pending.
 */
export function useAction<Input, Output>(
  procedure: Procedure<Input, Output>,
  options: ActionOptions<Input, Output> = {},
) {
  const { invalidates = [], evenAfterErrors, stores, done, onDone } = options
  const client = useQueryClient()
  const given = useRef(options)
  given.current = options
  const pressed = useRef<string>(undefined)
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
      if (pressed.current === key) return
      pressed.current = key
      run(input, then)
        .catch((error: unknown) => {
          const { showsError, onError = (failure) => toast.error(errorText(failure)) } = given.current
          if (!showsError) onError(error)
        })
        .finally(() => {
          if (pressed.current === key) pressed.current = undefined
        })
    },
    [run],
  )
  const forget = useCallback(() => {
    pressed.current = undefined
    reset()
  }, [reset])
  return { ...state, run, start, reset: forget }
}

/** A function as the procedure of an action. */
export const calls = <Input, Output>(mutationFn: (input: Input) => Promise<Output>): Procedure<Input, Output> => ({
  mutationOptions: () => ({ mutationFn }),
})
