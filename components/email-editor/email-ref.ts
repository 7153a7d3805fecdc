/** A broadcast or one of its versions (A is 1), a sequence email, or an automation email. */
export type EmailRef =
  | { kind: 'broadcast'; id: number; version?: number }
  | { kind: 'sequence_email'; sequence_id: number; id: number }
  | { kind: 'automation_email'; id: number }
