import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, type AuditAction } from '../core/audit/actions.ts'
import type { ProcedureMeta } from './init.ts'
import { appRouter } from './root.ts'

// The guard of administrators' procedures refuses a mutation without an audit entry (init.ts). Here every mutation must have its action, and
// every action a test that expects it.

/** The action of each mutation of administrators. */
const ACTION_OF: Record<string, AuditAction> = {
  'account_deletions.cancel': 'account_deletion_canceled',
  'account_deletions.schedule': 'account_deletion_scheduled',
  'admin.accounts.addNote': 'account_note_added',
  'admin.accounts.exportForOwners': 'account_export_requested',
  'admin.accounts.release': 'account_released',
  'admin.accounts.releaseMany': 'account_released',
  'admin.accounts.stopView': 'account_view_ended',
  'admin.accounts.suspend': 'account_suspended',
  'admin.accounts.suspendMany': 'account_suspended',
  'admin.accounts.view': 'account_view_began',
  'admin.invitations.invite': 'user_invited',
  'admin.invitations.resend': 'invitation_resent',
  'admin.invitations.revoke': 'invitation_revoked',
  'admin.mail.findMessages': 'address_searched',
  'admin.mail.message': 'message_viewed',
  'admin.mail.sendTest': 'test_sent',
  'admin.plans.archive': 'plan_archived',
  'admin.plans.create': 'plan_created',
  'admin.plans.edit': 'plan_edited',
  'admin.plans.remove': 'plan_deleted',
  'admin.plans.restore': 'plan_restored',
  'admin.reviews.addNote': 'review_note_added',
  'admin.reviews.claim': 'review_claimed',
  'admin.reviews.release': 'review_released',
  'admin.reviews.removeTest': 'test_install_removed',
  'admin.reviews.startTest': 'test_install_started',
  'admin.setPlan': 'plan_set',
  'admin.settings.save': 'settings_changed',
  'admin.users.endSessions': 'sessions_ended',
  'admin.users.grant': 'administrator_granted',
  'admin.users.removeFactors': 'second_factors_removed',
  'admin.users.resendVerification': 'verification_resent',
  'admin.users.revoke': 'administrator_revoked',
  'admin.webhooks.disable': 'endpoint_disabled',
  'admin.webhooks.enable': 'endpoint_enabled',
  'admin.webhooks.pauseApp': 'app_calls_paused',
  'admin.webhooks.resumeApp': 'app_calls_resumed',
  'app_reviews.approve': 'app_approved',
  'app_reviews.reject': 'app_rejected',
  'automation_templates.review.approve': 'template_approved',
  'automation_templates.review.reject': 'template_rejected',
  'automation_templates.review.removeTest': 'template_test_removed',
  'automation_templates.review.startTest': 'template_test_started',
  'bounce_waves.decideOf': 'bounces_decided',
  'instance_suppression.add': 'suppressions_added',
  'instance_suppression.remove': 'suppression_removed',
  'jobs.cancel': 'job_canceled',
  'jobs.pause': 'job_paused',
  'jobs.resume': 'job_resumed',
  'jobs.retry': 'job_retried',
  'jobs.retryFailed': 'failed_runs_retried',
  'jobs.start': 'job_started',
  'transports.skipWarmUp': 'warm_up_skipped',
  'transports.try': 'transport_tried',
}

/** Actions without a mutation, of jobs and of a download. */
const OTHERS: AuditAction[] = ['account_deleted', 'accounts_exported', 'audit_exported', 'plan_lapsed']

type Procedure = { _def: { type: 'query' | 'mutation'; meta?: Partial<ProcedureMeta> } }

const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>).flatMap(
  ([path, { _def }]) => (_def.type === 'mutation' && _def.meta?.access === 'administrator' ? path : []),
)

test('every mutation of administrators has its action in the audit log', () => {
  expect(Object.keys(ACTION_OF).sort()).toEqual(mutations.sort())
  expect([...new Set(Object.values(ACTION_OF)), ...OTHERS].sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort())
})

test('every action of the audit log is expected by a test that makes its change', () => {
  const texts = globSync('server/**/*.test.ts')
    .filter((file) => !file.endsWith('audit-coverage.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
  const isTested = (action: string, name: string) =>
    texts.some((text) => text.includes(`'${action}'`) && new RegExp(String.raw`\b${name}\b`).test(text))
  const untested = Object.entries(ACTION_OF).filter(
    ([path, action]) => !isTested(action, path.slice(path.lastIndexOf('.') + 1)),
  )
  expect([...untested, ...OTHERS.filter((action) => !isTested(action, action))]).toEqual([])
})
