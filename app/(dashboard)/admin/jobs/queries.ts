import { keepPreviousData } from '@tanstack/react-query'
import { type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { withoutNull } from '@/components/list/cursor'
import type { Trpc } from '@/components/page-queries'

export const VIEWS = ['runs', 'jobs'] as const
export const VIEW = { view: parseAsStringLiteral(VIEWS).withDefault('runs') }

export const RUN_STATES = ['queued', 'active', 'completed', 'failed', 'cancelled'] as const
export const RUN_ADDRESS = {
  state: parseAsStringLiteral(RUN_STATES),
  after: parseAsString,
  job: parseAsString,
  error: parseAsString,
  account: parseAsInteger,
}

export const jobListQuery = (trpc: Trpc) => trpc.jobs.list.queryOptions(undefined, { refetchInterval: 15_000 })

export const runsQuery = (trpc: Trpc, { state, job, error, account, after }: inferParserType<typeof RUN_ADDRESS>) =>
  trpc.jobs.runs.queryOptions(withoutNull({ state, job, error, account_id: account, after }), {
    refetchInterval: after || error || account ? false : 5_000,
    placeholderData: keepPreviousData,
  })
