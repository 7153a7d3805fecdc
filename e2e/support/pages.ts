import { globSync } from 'node:fs'

// Pages to open, as URLs with names in brackets for the IDs and tokens of records (page-list.ts and own-account.ts find them). A test
// compares them with all existing pages (server/every-page.test.ts).

/** Pages with many records, and the pages leading to them. */
export const LISTS = [
  '/',
  '/broadcasts',
  '/sequences',
  '/automations',
  '/automations?tab=rule',
  '/mail',
  '/subscribers',
  '/subscribers/import',
  '/forms',
  '/forms/templates',
  '/segments',
  '/tags',
  '/posts',
  '/templates',
  '/snippets',
  '/images',
  '/purchases',
  '/analytics',
  '/analytics?tab=engagement&days=90',
  '/analytics?tab=cohorts',
  '/analytics?tab=deliverability&days=90',
  '/analytics?tab=content&days=365',
  '/analytics?tab=revenue&days=90',
  '/activity',
  '/notifications',
  '/approvals',
]
/** Pages with one form or few records. */
export const FORMS = [
  '/subscribers/new',
  '/segments/new',
  '/snippets/new',
  '/settings',
  '/settings/general',
  '/settings/sending-addresses',
  '/settings/sending-domains',
  '/settings/profile',
  '/settings/site',
  '/settings/product',
  '/settings/recommendations',
  '/settings/style',
  '/settings/fields',
  '/settings/apps',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/notifications',
  '/settings/team',
  '/settings/plan',
  '/settings/security',
]

/** Pages of single records in the demo account, and pages that need its records to show anything. */
export const DEMO_VIEWS = [
  '/automations/templates',
  '/settings/preferences',
  '/settings/sending-health',
  '/settings/suppression',
  '/apps/develop',
  '/broadcasts/[draft]',
  '/broadcasts/[sent]?tab=overview',
  '/subscribers/[subscriber]',
  '/subscribers?status=cancelled',
  '/forms/[form]',
  '/forms/[form]?tab=fields',
  '/forms/[form]?tab=behavior',
  '/forms/[form]?tab=after',
  '/forms/[form]?tab=share',
  '/forms/[form]?tab=results',
  '/forms/[form]?tab=subscribers',
  '/sequences/[sequence]',
  '/sequences/[sequence]?tab=subscribers',
  '/sequences/[sequence]?tab=settings',
  '/sequences/[sequence]/emails/[step]',
  '/sequences/[sequence]/emails/[step]/report',
  '/segments/[segment]',
  '/snippets/[snippet]',
  '/posts/[post]',
  '/templates/[template]',
  '/settings/webhooks/[webhook]',
  '/apps/[app]',
  '/apps/develop/[own_app]',
  '/apps/develop/[own_app]?tab=access',
  '/apps/develop/[own_app]?tab=plugins',
  '/apps/develop/[own_app]?tab=events',
  '/apps/develop/[own_app]?tab=publish',
  '/apps/develop/[own_app]?tab=templates',
  '/activity?request=[bulk_request]',
  '/automations/[automation]',
  '/automations/[automation]?at=care',
  '/automations/[automation]?tab=subscribers&state=held',
  '/automations/[automation]?tab=versions',
  '/automations/[automation]/dry-run',
  '/automations/[automation]/emails/[automation_email]',
  '/automations/[automation]/emails/[automation_email]?tab=recipients',
  '/automations/[rule]',
  '/automations/[rule]?tab=subscribers',
]

/** Pages of signed-in users outside the dashboard. */
export const STANDALONE = [
  '/welcome',
  '/sign-out',
  '/set-up-two-factor',
  '/apps/install',
  '/apps/[app]/install',
  '/apps/[app]/installed',
  '/oauth/consent',
]

/** Pages of records that the demo account lacks, in an account with one record of each. */
export const OWN_VIEWS = [
  '/forms/[landing]/landing',
  '/forms/[landing]/landing?version=b&at=form-box',
  '/subscribers/import/[import]',
  '/settings/sending-domains/[domain]',
]

/** Public pages that need no records. */
export const SIGNED_OUT = ['/login', '/sign-up', '/forgot-password', '/docs', '/apps']

/** Pages for developers, all built alike. */
export const GUIDES = ['/docs/requests', '/docs/webhooks', '/docs/bulk', '/docs/plugins']

/** Public pages about a record of the same account. */
export const PUBLIC_VIEWS = [
  '/f/[hosted]',
  '/f/[landing_uid]',
  '/f/[landing_uid]?version=b',
  '/@[site]',
  '/@[site]?q=kiln',
  '/@[site]/[slug]',
  '/u/[unsubscribe]',
  '/preferences/[preferences]',
  '/preferences/confirm/[copy]',
  '/confirm/[confirmation]',
  '/sign-up/[sign_up]',
  '/reset-password/[reset]',
  '/invitations/[invitation]',
  '/confirm-sending-address/[sending_address]',
]

/** Public pages that explain why there is nothing. */
export const NOTHING_THERE = ['/no-such-page', '/apps/4711', '/f/never-was', '/u/never-was', '/confirm/never-was']

/** Public pages with used or expired links, which get a response of their own. */
export const OLD_LINKS = [
  '/sign-up/never-was',
  '/reset-password/never-was',
  '/invitations/never-was',
  '/confirm-sending-address/never-was',
]

export const ADMIN_PAGES = globSync('app/(dashboard)/admin/**/page.tsx').map((file) =>
  file.replace('app/(dashboard)', '').replace('/page.tsx', '').replace('[id]', '1'),
)

/** Administration pages about the instance's current activity. */
export const ADMIN_LIVE = ADMIN_PAGES.filter((path) =>
  /^\/admin(\/(jobs|mail|review|webhooks))?$|^\/admin\/mail\/(domains|messages|test)$/.test(path),
)

/** Pages reached only by a journey, which examines them itself. */
export const IN_JOURNEYS: Record<string, string> = {
  '/login/two-factor': 'two-factor.spec.ts',
  '/approvals/[approval]': 'approvals.spec.ts',
}

/** Pages that are not opened, with the reason. */
export const NOT_LOOKED_AT: Record<string, string> = {
  '/scheduled-deletion': 'shown only while an account waits for its deletion',
  '/broadcasts/new/retry': 'says why a draft cannot be created, and otherwise creates it and leads to it',
  '/posts/new/retry': 'says why a draft cannot be created, and otherwise creates it and leads to it',
  '/admin/apps': 'a former address, which leads to /admin/review',
  '/admin/apps/[id]': 'a former address, which leads to /admin/review/apps/[id]',
  '/admin/templates': 'a former address, which leads to /admin/review',
  '/admin/templates/[id]': 'a former address, which leads to /admin/review/templates/[id]',
}
