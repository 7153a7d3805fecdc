/** A broadcast, or one version of it (A is 1), a sequence email, or an email of an automation. */
export type EmailRef =
  | { kind: 'broadcast'; id: number; version?: number }
  | { kind: 'sequence_email'; sequence_id: number; id: number }
  | { kind: 'automation_email'; id: number }
