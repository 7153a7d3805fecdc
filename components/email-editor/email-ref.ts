/** A broadcast or a sequence email. */
export type EmailRef = { kind: 'broadcast'; id: number } | { kind: 'sequence_email'; sequence_id: number; id: number }
