/**
 * Procedures that a stranger at an unlocked computer must not call, grouped by the danger. All need a sign-in or a confirmation in the last 15
 * minutes (decision 0086). Guards read this list (server/trpc/init.ts), so procedures are added only here. server/trpc/dangerous.test.ts calls
 * each, and checks every new mutation that needs more than the editor role.
 */
const BY_DANGER = {
  // Gives strangers access, or takes it from others.
  access: [
    'account.setTwoFactorPolicy',
    'api_keys.create',
    'api_keys.setLimits',
    'oauth.setLimits',
    'second_factors.addAuthenticator',
    'second_factors.addPasskey',
    'second_factors.offerAuthenticator',
    'second_factors.offerPasskey',
    'second_factors.removeAuthenticator',
    'second_factors.removePasskey',
    'second_factors.renewRecoveryCodes',
    'team.changeRole',
    'team.invite',
    'team.remove',
  ],
  // Reveals a secret, or stops programs by replacing theirs.
  secrets: ['apps.develop.rotateSecret', 'sending_domains.rotate', 'webhooks.rotate'],
  // Sends data, sign-ins or visitors to an address of the stranger's choice from then on.
  destinations: [
    'apps.develop.saveAccess',
    'apps.develop.setConfidential',
    'sites.setDomain',
    'webhooks.create',
    'webhooks.update',
  ],
  // Exports all addresses or the whole account as a file.
  exports: ['exports.repeat', 'exports.request', 'exports.requestAccount', 'suppression.export'],
  // Permanently deletes something that many use.
  deletions: ['apps.develop.delete', 'deletion.schedule'],
  // Lets an assistant send or delete.
  approvals: ['approvals.approve'],
  // Affects other accounts, or the whole instance: all procedures of administrators that the test does not list as harmless.
  administration: [
    'account_deletions.schedule',
    'admin.accounts.exportForOwners',
    'admin.accounts.release',
    'admin.accounts.releaseMany',
    'admin.accounts.suspend',
    'admin.accounts.suspendMany',
    'admin.accounts.view',
    'admin.invitations.invite',
    'admin.plans.archive',
    'admin.plans.create',
    'admin.plans.edit',
    'admin.plans.remove',
    'admin.plans.restore',
    'admin.reviews.startTest',
    'admin.setPlan',
    'admin.settings.save',
    'admin.users.endSessions',
    'admin.users.grant',
    'admin.users.removeFactors',
    'admin.users.revoke',
    'admin.webhooks.disable',
    'admin.webhooks.enable',
    'admin.webhooks.pauseApp',
    'admin.webhooks.resumeApp',
    'app_reviews.approve',
    'app_reviews.reject',
    'automation_templates.review.approve',
    'automation_templates.review.reject',
    'automation_templates.review.startTest',
    'instance_suppression.add',
    'instance_suppression.remove',
    'jobs.cancel',
    'jobs.pause',
    'jobs.resume',
    'jobs.retry',
    'jobs.retryFailed',
    'jobs.start',
    'transports.skipWarmUp',
  ],
}

export const DANGEROUS_PROCEDURES: ReadonlySet<string> = new Set(Object.values(BY_DANGER).flat())
