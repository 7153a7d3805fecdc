import { keepPreviousData } from '@tanstack/react-query'
import type { Trpc } from '@/components/page-queries'

export const notesQuery = (trpc: Trpc, account_id: number, after?: string) =>
  trpc.admin.accounts.notes.queryOptions({ account_id, per_page: 20, after }, { placeholderData: keepPreviousData })

export const failedJobsQuery = (trpc: Trpc, account_id: number) =>
  trpc.jobs.runs.queryOptions({ account_id, state: 'failed' })
