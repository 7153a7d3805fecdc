/** A broadcast, or one version of it (A is 1), or a sequence email. */
export type EmailRef =
  | { kind: 'broadcast'; id: number; version?: number }
  | { kind: 'sequence_email'; sequence_id: number; id: number }

/** What the email editor edits: also an email of an automation. */
export type EditedEmailRef = EmailRef | { kind: 'automation_email'; id: number }
