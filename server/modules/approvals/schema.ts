import { z } from 'zod'
import { APPROVAL_STATES, type ApprovalState } from './values-schema.ts'

export const ApprovalFilter = z.object({ state: z.enum(APPROVAL_STATES).nullable().default(null) })
export type ApprovalFilter = z.infer<typeof ApprovalFilter>

/** The stored call of a route: its path ids, query and body. */
export interface OperationInput {
  ids: Record<string, number>
  query: Record<string, string>
  body: Record<string, unknown>
}

/** A row of the list. Times are ISO 8601 in UTC. */
export interface ListedApproval {
  id: number
  asked_by: string
  operation: string
  summary: string
  title: string | null
  input: OperationInput
  recipients: number | null
  state: ApprovalState
  created_at: string
  expires_at: string
}

export interface ApprovalDetails extends ListedApproval {
  reason: string | null
  suppressed: number | null
  warnings: string[]
  problem: string | null
  result_id: number | null
  decided_by: string | null
  decided_at: string | null
}
