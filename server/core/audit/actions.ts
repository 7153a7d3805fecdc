// The dashboard's pages import the wording, so this imports nothing.

/**
 * Actions of the audit log with their wording: the label is for filters, the sentence completes "Nora Lind ...". Names in braces are
 * details that the entry must have.
 */
export const AUDIT_ACTIONS = {
  app_approved: { label: 'App approved', sentence: 'approved the app “{name}”' },
  app_rejected: { label: 'App rejected', sentence: 'rejected the app “{name}”: {note}' },
  template_approved: { label: 'Template approved', sentence: 'approved the automation template “{name}”' },
  template_rejected: { label: 'Template rejected', sentence: 'rejected the automation template “{name}”: {note}' },
  review_claimed: { label: 'Review started', sentence: 'started to review “{name}”' },
  review_released: { label: 'Review released', sentence: 'stopped reviewing “{name}” without a decision' },
  review_note_added: { label: 'Review note added', sentence: 'added a note to the review of “{name}”' },
  test_install_started: {
    label: 'Test install started',
    sentence: 'installed “{name}” in “{account}” to test the version in review',
  },
  test_install_removed: {
    label: 'Test install removed',
    sentence: 'removed the test install of “{name}” from “{account}”: {reason}',
  },
  template_test_started: {
    label: 'Template test started',
    sentence: 'created “{name}” in “{account}” to test the version in review',
  },
  template_test_removed: {
    label: 'Template test removed',
    sentence: 'removed the test of the template “{name}” from “{account}”: {reason}',
  },
  suppressions_added: {
    label: 'Suppression entries added',
    sentence: 'added {added} entries to the suppression list of the instance',
  },
  suppression_removed: {
    label: 'Suppression entry removed',
    sentence: 'removed entry {id} from the suppression list of the instance: {note}',
  },
  transport_tried: { label: 'Transport tried', sentence: 'ended the pauses of the transport {name} and tried it' },
  warm_up_skipped: { label: 'Warm-up skipped', sentence: 'skipped the warm-up of {domain}: {note}' },
  test_sent: {
    label: 'Test message sent',
    sentence: 'sent a test message over the transport {transport} to {address}',
  },
  address_searched: { label: 'Address searched', sentence: 'searched the messages to {address}' },
  message_viewed: { label: 'Message viewed', sentence: 'viewed what happened to the message {message}' },
  endpoint_disabled: { label: 'Webhook disabled', sentence: 'disabled the webhook “{name}” of {account}: {reason}' },
  endpoint_enabled: { label: 'Webhook enabled', sentence: 'enabled the webhook “{name}” of {account}' },
  app_calls_paused: { label: 'Calls to app paused', sentence: 'paused calls to the app “{name}”: {reason}' },
  app_calls_resumed: { label: 'Calls to app resumed', sentence: 'resumed calls to the app “{name}”' },
  job_retried: { label: 'Run retried', sentence: 'retried the run {id}' },
  failed_runs_retried: { label: 'Failed runs retried', sentence: 'retried {count} failed runs of the job {job}' },
  job_paused: { label: 'Job paused', sentence: 'paused the job {job}' },
  job_resumed: { label: 'Job resumed', sentence: 'resumed the job {job}' },
  job_started: { label: 'Job started', sentence: 'started a run of the job {job}' },
  job_canceled: { label: 'Run canceled', sentence: 'canceled the run {id}' },
  bounces_decided: { label: 'Bounces decided', sentence: 'decided about the waiting bounces of {account}: {decision}' },
  plan_set: { label: 'Plan changed', sentence: 'changed the plan of {account} to {plan}' },
  plan_created: { label: 'Plan created', sentence: 'created the plan {plan}' },
  plan_edited: { label: 'Plan edited', sentence: 'changed the plan {plan}: {names}' },
  plan_archived: { label: 'Plan archived', sentence: 'archived the plan {plan}' },
  plan_restored: { label: 'Plan restored', sentence: 'restored the plan {plan}' },
  plan_deleted: { label: 'Plan deleted', sentence: 'deleted the plan {plan}' },
  plan_lapsed: { label: 'Plan lapsed', sentence: 'changed the plan of {account} from {from} to {plan}: {reason}' },
  account_suspended: { label: 'Account suspended', sentence: 'suspended “{what}” of {account}: {reason}' },
  account_released: { label: 'Account released', sentence: 'released “{what}” of {account}' },
  account_deletion_scheduled: {
    label: 'Deletion scheduled',
    sentence: 'scheduled {account} for deletion on {date}: {reason}',
  },
  account_deletion_canceled: { label: 'Deletion canceled', sentence: 'canceled the deletion of {account}' },
  account_deleted: { label: 'Account deleted', sentence: 'deleted {account}, as its {requested_by} had requested' },
  account_export_requested: {
    label: 'Export for the owner',
    sentence: 'started an export of {account} for its owners: {reason}',
  },
  account_view_began: { label: 'View of an account began', sentence: 'began to view {account} read-only: {reason}' },
  account_view_ended: { label: 'View of an account ended', sentence: 'stopped viewing {account}' },
  account_note_added: { label: 'Note added', sentence: 'added a note about {account}' },
  sessions_ended: { label: 'Sessions ended', sentence: 'ended all sessions of {email}: {reason}' },
  verification_resent: { label: 'Verification sent', sentence: 'sent {email} a link to verify the address' },
  second_factors_removed: {
    label: 'Second factors removed',
    sentence: 'removed the second factors of {email}. Checked: {check}',
  },
  administrator_granted: { label: 'Administrator added', sentence: 'made {email} an administrator of this instance' },
  administrator_revoked: {
    label: 'Administrator removed',
    sentence: 'removed {email} from the administrators of this instance',
  },
  settings_changed: { label: 'Settings changed', sentence: 'changed settings of the instance: {names}' },
  user_invited: { label: 'User invited', sentence: 'invited {email} to create an account' },
  invitation_resent: { label: 'Invitation resent', sentence: 'sent the invitation to {email} again' },
  invitation_revoked: { label: 'Invitation revoked', sentence: 'revoked the invitation of {email}' },
  audit_exported: { label: 'Audit log exported', sentence: 'exported the audit log' },
  accounts_exported: { label: 'List of accounts exported', sentence: 'exported the list of accounts' },
} as const satisfies Record<string, { label: string; sentence: string }>

export type AuditAction = keyof typeof AUDIT_ACTIONS

type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never

/** Details named in an action's sentence. */
export type AuditDetails<Action extends AuditAction> = Record<
  Named<(typeof AUDIT_ACTIONS)[Action]['sentence']>,
  string | number
>

/** Returns the sentence of an entry. An unknown action, of a newer or older version, is shown by its name. */
export function auditSentence(action: string, details: Record<string, unknown>): string {
  const known: { sentence: string } | undefined = Object.hasOwn(AUDIT_ACTIONS, action)
    ? AUDIT_ACTIONS[action as AuditAction]
    : undefined
  if (!known) return action.replaceAll('_', ' ')
  return known.sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? '(unknown)'))
}
