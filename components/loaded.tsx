import type { ReactNode } from 'react'
import { ErrorState } from '@/components/error-state'

export interface LoadedQuery<Data> {
  data: Data | undefined
  error: { message: string } | null
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>
  /** Shown until the data arrives. */
  loading: ReactNode
  /** Keeps showing the data that it has when it cannot be fetched again. */
  keepsData?: boolean
  /** The heading of an error. */
  as?: 'h1' | 'h2' | 'h3'
  children: (data: Data) => ReactNode
}

/** The data of a query, or its error with a way to try again. */
export function Loaded<Data>({ query: { data, error, refetch }, loading, keepsData, as, children }: LoadedProps<Data>) {
  if (error && !(keepsData && data !== undefined))
    return <ErrorState as={as} error={error} onRetry={() => void refetch()} />
  return data === undefined ? loading : children(data)
}
