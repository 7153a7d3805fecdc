import type { ComingEmails } from '../automations/inspecting-schema.ts'

/** Setup steps of a new account before its first email, in this order. */
export const SETUP_STEPS = ['postal_address', 'sending_domain', 'subscribers', 'form', 'sequence', 'broadcast'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Something that needs a member's attention. */
export interface Problem {
  kind:
    | 'broadcast_stopped'
    | 'broadcast_not_sent'
    | 'no_postal_address'
    | 'domain_broken'
    | 'webhook_disabled'
    | 'webhook_failing'
    | 'automation_held'
    | 'import_failed'
    | 'export_failed'
  /** Id of the record; 0 for the account itself. */
  id: number
  /** Name, subject or domain of the record. Empty: it has none. */
  name: string
  /** The reason, in a sentence. Null: the kind says it all. */
  reason: string | null
  /** Number of affected sequences or subscribers. At most 1,000 are counted. */
  count: number | null
  /** ISO 8601, UTC. Null: unknown. */
  since: string | null
}

/** Upcoming emails. */
export interface Upcoming {
  /** The next scheduled broadcasts, at most five. */
  broadcasts: {
    id: number
    subject: string | null
    send_at: string
    /** Local date and time for each subscriber, if it is scheduled by time zone. */
    local_send_at: string | null
  }[]
  /** The sequences with the most emails due in the next seven days, at most five. At most 10,000 emails are counted for each. */
  sequences: { id: number; name: string; due: number }[]
  /** The automations with the most emails certain to be sent in the next seven days, at most five. */
  automations: ComingEmails[]
}

export interface Home {
  /** Setup steps. Empty once all are done or the setup is hidden. */
  setup: { step: SetupStep; is_done: boolean }[]
  /** Most urgent first. */
  problems: Problem[]
  upcoming: Upcoming
}
