import type { OpenAPIHono } from '@hono/zod-openapi'
import type { BulkOperations } from '../core/bulk.ts'
import { accountsApi } from '../modules/accounts/api.ts'
import { apiKeysApi } from '../modules/api-keys/api.ts'
import { appsApi } from '../modules/apps/api.ts'
import { appRoutes } from '../modules/apps/http.ts'
import { automationTemplatesApi } from '../modules/automation-templates/api.ts'
import { automationsApi, cdpApi } from '../modules/automations/api.ts'
import { automationEmailsApi } from '../modules/automations/emails-api.ts'
import { automationRunsApi } from '../modules/automations/inspecting-api.ts'
import { billingRoutes } from '../modules/billing/http.ts'
import { bounceRoutes } from '../modules/bounces/http.ts'
import { broadcastsApi } from '../modules/broadcasts/api.ts'
import { broadcastPlanApi } from '../modules/broadcasts/plan-api.ts'
import { bulkActionsApi } from '../modules/bulk-actions/api.ts'
import { bulkRequestsApi } from '../modules/bulk-requests/api.ts'
import { commentsApi } from '../modules/comments/api.ts'
import { customFieldsApi } from '../modules/custom-fields/api.ts'
import { deletionsApi } from '../modules/deleted-records/api.ts'
import { caughtMailApi } from '../modules/delivery/api.ts'
import { deliveryRoutes } from '../modules/delivery/http.ts'
import { exportsApi } from '../modules/exports/api.ts'
import { exportRoutes } from '../modules/exports/http.ts'
import { formsApi } from '../modules/forms/api.ts'
import { formRoutes } from '../modules/forms/http.ts'
import { landingApi } from '../modules/forms/landing-api.ts'
import { importsApi } from '../modules/imports/api.ts'
import { installsApi } from '../modules/installs/api.ts'
import { mediaApi } from '../modules/media/api.ts'
import { mediaRoutes } from '../modules/media/http.ts'
import { notificationsApi } from '../modules/notifications/api.ts'
import { notificationRoutes } from '../modules/notifications/http.ts'
import { oauthRoutes } from '../modules/oauth/http.ts'
import { postsApi } from '../modules/posts/api.ts'
import { postsRoutes } from '../modules/posts/http.ts'
import { socialRoutes } from '../modules/posts/social-http.ts'
import { preferenceRoutes } from '../modules/preferences/http.ts'
import { privacyApi } from '../modules/privacy/api.ts'
import { purchasesApi } from '../modules/purchases/api.ts'
import { checkoutRoutes } from '../modules/purchases/http.ts'
import { recommendationsApi } from '../modules/recommendations/api.ts'
import { reputationApi } from '../modules/reputation/api.ts'
import { revisionsApi } from '../modules/revisions/api.ts'
import { securityEventsApi } from '../modules/security-events/api.ts'
import { segmentsApi } from '../modules/segments/api.ts'
import { sendingDomainsApi } from '../modules/sending-domains/api.ts'
import { sequencesApi } from '../modules/sequences/api.ts'
import { sequenceDraftsApi } from '../modules/sequences/drafts-api.ts'
import { enrollingApi } from '../modules/sequences/enrolling-api.ts'
import { sitesApi } from '../modules/sites/api.ts'
import { siteDomainRoutes } from '../modules/sites/http.ts'
import { snippetsApi } from '../modules/snippets/api.ts'
import { styleApi } from '../modules/style/api.ts'
import { subscribersApi } from '../modules/subscribers/api.ts'
import { suppressionApi } from '../modules/suppression/api.ts'
import { tagMergesApi } from '../modules/tag-merges/api.ts'
import { tagsApi } from '../modules/tags/api.ts'
import { templatesApi } from '../modules/templates/api.ts'
import { webhooksApi } from '../modules/webhooks/api.ts'
import { isBulk } from './bulk/declaration.ts'
import type { Route } from './route.ts'

export interface RestSettings {
  base_url: string
  metrics_token: string | undefined
  /** True if /metrics needs no token. */
  metrics_public?: boolean
  /** Milliseconds that /readyz waits for the database: by default a little less than the second that load balancers wait. */
  ready_ms?: number
}

/** All /v4 operations. Static paths come before paths with ids, so `broadcasts/stats` takes precedence over `broadcasts/:id`. */
export const routes: Route[] = [
  ...accountsApi,
  ...styleApi,
  ...securityEventsApi,
  ...notificationsApi,
  ...apiKeysApi,
  ...customFieldsApi,
  ...subscribersApi,
  ...privacyApi,
  ...segmentsApi,
  ...broadcastsApi,
  ...broadcastPlanApi,
  ...sequencesApi,
  ...enrollingApi,
  ...sequenceDraftsApi,
  ...templatesApi,
  ...tagsApi,
  ...tagMergesApi,
  ...mediaApi,
  ...suppressionApi,
  ...importsApi,
  ...sendingDomainsApi,
  ...reputationApi,
  ...exportsApi,
  ...snippetsApi,
  ...postsApi,
  ...sitesApi,
  ...recommendationsApi,
  ...automationsApi,
  ...automationRunsApi,
  ...automationEmailsApi,
  ...automationTemplatesApi,
  ...revisionsApi,
  ...commentsApi,
  ...caughtMailApi,
  ...appsApi,
  ...installsApi,
  ...bulkActionsApi,
  ...bulkRequestsApi,
  ...deletionsApi,
  ...purchasesApi,
  ...formsApi,
  ...landingApi,
  ...webhooksApi,
].sort((a, b) => idsFirstAt(b) - idsFirstAt(a))

/** Operations outside /v4, for programs that speak the protocol of another service. */
export const protocolRoutes: readonly Route[] = cdpApi

/** Bulk operations by the name in queued requests. */
export const bulkOperations: BulkOperations = new Map(
  routes.filter(isBulk).map(({ operation }) => [operation.name, operation]),
)

export { recordCall } from '../modules/approvals/calls.ts'
export {
  type Asker,
  type ClaimedApproval,
  claimApproval,
  MAX_A_DAY,
  MAX_PENDING,
  readOwnApproval,
  recordDecision,
  requestApproval,
} from '../modules/approvals/service.ts'
export { sampleText } from '../modules/broadcasts/report/sample-text.ts'
export { acceptBulk } from '../modules/bulk-requests/accept.ts'
export { type DomainBindings, domainApp } from '../modules/posts/http.ts'

/** Routes outside /v4: tracking, unsubscribing, hosted pages. */
export const publicRoutes: ((app: OpenAPIHono, settings: RestSettings) => void)[] = [
  deliveryRoutes,
  formRoutes,
  oauthRoutes,
  postsRoutes,
  socialRoutes,
  preferenceRoutes,
  notificationRoutes,
  appRoutes,
  mediaRoutes,
  bounceRoutes,
  checkoutRoutes,
  billingRoutes,
  siteDomainRoutes,
  exportRoutes,
]

function idsFirstAt({ path }: Route): number {
  const at = path.split('/').findIndex((part) => part.startsWith(':'))
  return at < 0 ? Number.MAX_SAFE_INTEGER : at
}
