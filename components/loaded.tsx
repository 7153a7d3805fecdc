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
  /** True to keep showing existing data if refetching fails. */
  keepsData?: boolean
  /** Heading level of an error. */
  as?: 'h1' | 'h2' | 'h3'
  children: (data: Data) => ReactNode
}

/** Renders a query's data, or its error with a retry button. */
export function Loaded<Data>({ query, loading, keepsData, as, children }: LoadedProps<Data>) {
  const { data, error } = query
  if (error && !(keepsData && data !== undefined)) return <ErrorState as={as} query={query} />
  return data === undefined ? loading : children(data)
}
