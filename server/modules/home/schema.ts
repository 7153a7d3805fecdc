import type { ComingEmails } from '../automations/inspecting-schema.ts'

/** Steps of a new account before its first email is sent, in this order. */
export const SETUP_STEPS = ['postal_address', 'sending_domain', 'subscribers', 'form', 'sequence', 'broadcast'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Something that a member should look at. */
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
  /** Name, subject or domain of the record; empty without one. */
  name: string
  /** Why, in a sentence; null when the kind says it all. */
  reason: string | null
  /** Number of sequences or subscribers that wait because of it; at most 1,000 are counted. */
  count: number | null
  /** ISO 8601, UTC; null when it is not known. */
  since: string | null
}

/** The next emails to send. */
export interface Upcoming {
  /** Scheduled broadcasts, the next first; at most five. */
  broadcasts: {
    id: number
    subject: string | null
    send_at: string
    /** The local date and time of each subscriber, when it is scheduled by time zone. */
    local_send_at: string | null
  }[]
  /** Sequences with emails due in the next seven days, the most first; at most five. At most 10,000 emails are counted for each. */
  sequences: { id: number; name: string; due: number }[]
  /** Automations with emails that are certain to be sent in the next seven days, the most first; at most five. */
  automations: ComingEmails[]
}

export interface Home {
  /** The steps of the setup; empty once all are done or the setup is hidden. */
  setup: { step: SetupStep; is_done: boolean }[]
  /** The most urgent first. */
  problems: Problem[]
  upcoming: Upcoming
}
