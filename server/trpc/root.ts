import { accountRouter, sendingAddressesRouter, teamRouter } from '../modules/accounts/router.ts'
import { adminRouter } from '../modules/admin/router.ts'
import { analyticsRouter } from '../modules/analytics/router.ts'
import { apiKeysRouter } from '../modules/api-keys/router.ts'
import { appsRouter } from '../modules/apps/router.ts'
import { appReviewRouter, automationTemplatesRouter } from '../modules/automation-templates/router.ts'
import { automationsRouter } from '../modules/automations/router.ts'
import { unmatchedReportsRouter } from '../modules/bounces/router.ts'
import { broadcastsRouter } from '../modules/broadcasts/router.ts'
import { bulkActionsRouter } from '../modules/bulk-actions/router.ts'
import { bulkRequestsRouter } from '../modules/bulk-requests/router.ts'
import { commentsRouter } from '../modules/comments/router.ts'
import { customFieldsRouter } from '../modules/custom-fields/router.ts'
import { accountDeletionsRouter, deletionRouter } from '../modules/deletion/router.ts'
import { mailRouter } from '../modules/delivery/router.ts'
import { exportsRouter } from '../modules/exports/router.ts'
import { formsRouter } from '../modules/forms/router.ts'
import { homeRouter } from '../modules/home/router.ts'
import { importsRouter } from '../modules/imports/router.ts'
import { installsRouter } from '../modules/installs/router.ts'
import { mediaRouter } from '../modules/media/router.ts'
import { notificationsRouter } from '../modules/notifications/router.ts'
import { oauthRouter } from '../modules/oauth/router.ts'
import { pluginsRouter } from '../modules/plugins/router.ts'
import { postsRouter } from '../modules/posts/router.ts'
import { preferencesRouter } from '../modules/preferences/router.ts'
import { privacyRouter } from '../modules/privacy/router.ts'
import { purchasesRouter } from '../modules/purchases/router.ts'
import { recommendationsRouter } from '../modules/recommendations/router.ts'
import { bounceWavesRouter, reputationRouter } from '../modules/reputation/router.ts'
import { revisionsRouter } from '../modules/revisions/router.ts'
import { searchRouter } from '../modules/search/router.ts'
import { secondFactorsRouter } from '../modules/second-factors/router.ts'
import { securityEventsRouter } from '../modules/security-events/router.ts'
import { segmentsRouter } from '../modules/segments/router.ts'
import { sendingDomainsRouter } from '../modules/sending-domains/router.ts'
import { sequencesRouter } from '../modules/sequences/router.ts'
import { sitesRouter } from '../modules/sites/router.ts'
import { snippetsRouter } from '../modules/snippets/router.ts'
import { styleRouter } from '../modules/style/router.ts'
import { subscribersRouter } from '../modules/subscribers/router.ts'
import { instanceSuppressionRouter, suppressionRouter } from '../modules/suppression/router.ts'
import { tagMergesRouter } from '../modules/tag-merges/router.ts'
import { tagsRouter } from '../modules/tags/router.ts'
import { templatesRouter } from '../modules/templates/router.ts'
import { transportsRouter } from '../modules/transports/router.ts'
import { usersRouter } from '../modules/users/router.ts'
import { webhooksRouter } from '../modules/webhooks/router.ts'
import { approvalsRouter } from './approvals.ts'
import { createCallerFactory, router } from './init.ts'
import { jobsRouter } from './jobs.ts'

export const appRouter = router({
  account: accountRouter,
  sending_addresses: sendingAddressesRouter,
  sending_domains: sendingDomainsRouter,
  sites: sitesRouter,
  team: teamRouter,
  deletion: deletionRouter,
  account_deletions: accountDeletionsRouter,
  approvals: approvalsRouter,
  analytics: analyticsRouter,
  home: homeRouter,
  api_keys: apiKeysRouter,
  custom_fields: customFieldsRouter,
  users: usersRouter,
  oauth: oauthRouter,
  search: searchRouter,
  notifications: notificationsRouter,
  tag_merges: tagMergesRouter,
  comments: commentsRouter,
  second_factors: secondFactorsRouter,
  security_events: securityEventsRouter,
  segments: segmentsRouter,
  subscribers: subscribersRouter,
  imports: importsRouter,
  apps: appsRouter,
  app_reviews: appReviewRouter,
  automation_templates: automationTemplatesRouter,
  bulk_actions: bulkActionsRouter,
  bulk_requests: bulkRequestsRouter,
  exports: exportsRouter,
  automations: automationsRouter,
  broadcasts: broadcastsRouter,
  sequences: sequencesRouter,
  mail: mailRouter,
  templates: templatesRouter,
  tags: tagsRouter,
  forms: formsRouter,
  media: mediaRouter,
  style: styleRouter,
  revisions: revisionsRouter,
  snippets: snippetsRouter,
  posts: postsRouter,
  purchases: purchasesRouter,
  recommendations: recommendationsRouter,
  installs: installsRouter,
  preferences: preferencesRouter,
  privacy: privacyRouter,
  plugins: pluginsRouter,
  webhooks: webhooksRouter,
  admin: adminRouter,
  instance_suppression: instanceSuppressionRouter,
  reputation: reputationRouter,
  suppression: suppressionRouter,
  transports: transportsRouter,
  unmatched_reports: unmatchedReportsRouter,
  bounce_waves: bounceWavesRouter,
  jobs: jobsRouter,
})
export type AppRouter = typeof appRouter
export const createCaller = createCallerFactory(appRouter)
