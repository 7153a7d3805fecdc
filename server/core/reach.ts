import { z } from 'zod'
import { numberText } from '../lib/locale/formats.ts'
import { forbidden, invalid } from './errors.ts'
import { Flag, named } from './wire.ts'

// A program that reaches many subscribers can try it without doing it, and is refused if it would reach another number than it expects.

export const ReachInput = z.object({
  dry_run: Flag.optional(),
  expected_recipients: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(2_147_483_647, 'must be at most 2147483647')
    .nullish(),
})

/**
 * Throws invalid for a request that does not know these properties of its query or body, because it would do what its caller wants
 * only to try.
 */
export function refuseReach({ dry_run, expected_recipients }: Record<string, unknown>): void {
  if (isGiven(dry_run) && Flag.safeParse(dry_run).data !== false) throw invalid(notHere('dry_run'))
  if (isGiven(expected_recipients)) throw invalid(notHere('expected_recipients'))
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
const notHere = (name: string) => `${name} is not supported by this request. Nothing was changed`

/** Numbers of subscribers whom it would reach and who are suppressed. With `is_exact` false more may be suppressed. */
export const Reached = named('DryRun', {
  recipients: z.int(),
  suppressed: z.int(),
  is_exact: z.boolean(),
  warnings: z.array(z.string()),
})
export type Reached = z.infer<typeof Reached>

/** The number that a request expects, and what its verb noted. One object for all contexts of the request. */
export interface Reach {
  expected: number | null
  is_dry_run: boolean
  noted: Reached | null
  /** True for an assistant, which may not reach subscribers until a member approves it. */
  needs_approval?: boolean
}

/** Throws forbidden for an assistant. Call it in a verb before a change that decides what subscribers get. */
export function requireApproval({ reach }: { reach?: Reach }): void {
  if (reach?.needs_approval && !reach.is_dry_run)
    throw forbidden('This reaches subscribers, so a member must approve it. Call request_approval with these arguments')
}

/** Share of the larger number by which the other may differ, because subscribers come and go. */
const TOLERATED = 0.02

/** Notes whom it reaches. Call it before anything is committed. Throws invalid if a program expected another number. */
export function noteReached({ reach }: { reach?: Reach }, { warnings = [], ...size }: Size): void {
  if (!reach) return
  reach.noted = { ...size, warnings }
  requireApproval({ reach })
  const { expected } = reach
  if (expected === null || Math.abs(size.recipients - expected) <= Math.max(size.recipients, expected) * TOLERATED)
    return
  throw invalid(
    `expected_recipients is ${numberText(expected)}, but it would reach ${numberText(size.recipients)} subscribers`,
  )
}

type Size = Omit<Reached, 'warnings'> & { warnings?: string[] }
