import { z } from 'zod'
import { list, route } from '../../rest/route.ts'
import { revokePreviousSecret, rotateSecret } from './endpoints/rotation.ts'
import { getDelivery, listDeliveries } from './history/deliveries.ts'
import { resendDelivery, sendOwnSample } from './history/resend.ts'
import { createLegacyWebhook, deleteLegacyWebhook, listLegacyWebhooks } from './legacy/legacy.ts'
import { LegacyWebhook, LegacyWebhookInput } from './legacy-schema.ts'
import {
  PayloadQuery,
  RotateInput,
  SampleInput,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryFilter,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointFilter,
  WebhookEndpointInput,
  WebhookEndpointWithSecret,
} from './schema.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getOwn,
  getWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
} from './service.ts'

const OWNED = { 403: 'An app created it, and only that app may change it' }

export const webhooksApi = [
  list('GET /webhook_endpoints', listWebhookEndpoints, {
    summary: 'List webhook endpoints',
    description: 'An app lists the endpoints that it created, an API key all endpoints of the account.',
    role: 'admin',
    as: 'webhook_endpoints',
    of: WebhookEndpoint,
    query: WebhookEndpointFilter,
  }),
  route('POST /webhook_endpoints', createWebhookEndpoint, {
    summary: 'Create a webhook endpoint',
    description:
      'The answer contains the signing secret, which is shown only once. An app owns the endpoints that it creates.',
    role: 'admin',
    as: 'webhook_endpoint',
    of: WebhookEndpointWithSecret,
    has_secret: true,
    body: WebhookEndpointInput,
    status: 201,
  }),
  route('GET /webhook_endpoints/:id', getWebhookEndpoint, {
    summary: 'Get a webhook endpoint',
    description: 'Without its secret, which only creation and rotation show.',
    role: 'admin',
    as: 'webhook_endpoint',
    of: WebhookEndpoint,
  }),
  route('PATCH /webhook_endpoints/:id', updateWebhookEndpoint, {
    summary: 'Change a webhook endpoint',
    description:
      'Changes only the properties in the body; `events` replaces the whole set. While it is disabled, no events are stored for it.',
    role: 'admin',
    as: 'webhook_endpoint',
    of: WebhookEndpoint,
    body: WebhookEndpointChange,
    subject: getOwn,
    errors: OWNED,
  }),
  route('DELETE /webhook_endpoints/:id', deleteWebhookEndpoint, {
    summary: 'Delete a webhook endpoint',
    description: 'Deliveries stop immediately. An app deletes only endpoints that it created.',
    role: 'admin',
    errors: OWNED,
  }),
  route('POST /webhook_endpoints/:id/rotate_secret', rotateSecret, {
    summary: 'Rotate the secret of a webhook endpoint',
    description: 'For 24 hours, deliveries are signed with both secrets.',
    role: 'admin',
    as: 'webhook_endpoint',
    of: WebhookEndpointWithSecret,
    has_secret: true,
    body: RotateInput,
    subject: getOwn,
    errors: { ...OWNED, 409: 'The secret was rotated less than 24 hours ago' },
  }),
  route('POST /webhook_endpoints/:id/revoke_previous_secret', revokePreviousSecret, {
    summary: 'Revoke the previous secret of a webhook endpoint',
    description: 'Ends the 24 hours after a rotation in which both secrets sign.',
    role: 'admin',
    as: 'webhook_endpoint',
    of: WebhookEndpoint,
    errors: OWNED,
  }),
  list('GET /webhook_endpoints/:id/deliveries', listDeliveries, {
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Newest first. Deliveries are stored for 30 days.',
    role: 'admin',
    as: 'deliveries',
    of: WebhookDelivery,
    query: WebhookDeliveryFilter,
    subject: getWebhookEndpoint,
  }),
  route('GET /webhook_endpoints/:id/deliveries/:delivery_id', getDelivery, {
    summary: 'Get a delivery with its attempts',
    description: '`include_payload=true` adds the body as it was sent.',
    role: 'admin',
    as: 'delivery',
    of: WebhookDeliveryDetail,
    query: PayloadQuery,
  }),
  route('POST /webhook_endpoints/:id/deliveries/:delivery_id/resend', resendDelivery, {
    summary: 'Resend a delivery',
    description:
      'An ended delivery is sent again as a new one with the same events; one that waits for a retry is attempted now. 422 while the endpoint is disabled.',
    role: 'admin',
    errors: OWNED,
  }),
  route('POST /webhook_endpoints/:id/samples', sendOwnSample, {
    summary: 'Send a sample event to a webhook endpoint',
    description:
      'Sends made-up data of the type to this endpoint alone, signed as always, also if it does not subscribe to the type.',
    role: 'admin',
    body: SampleInput.omit({ id: true }),
    of: z.object({ delivery_id: z.int() }),
    status: 202,
    subject: getOwn,
    errors: OWNED,
  }),
  list('GET /webhooks', listLegacyWebhooks, {
    summary: 'List legacy webhooks',
    description: 'Each has one event and one address. New integrations use webhook endpoints.',
    role: 'admin',
    as: 'webhooks',
    of: LegacyWebhook,
  }),
  route('POST /webhooks', createLegacyWebhook, {
    summary: 'Create a legacy webhook',
    description: 'One event, unsigned. New integrations use webhook endpoints.',
    role: 'admin',
    as: 'webhook',
    of: LegacyWebhook,
    body: LegacyWebhookInput,
    status: 201,
  }),
  route('DELETE /webhooks/:id', deleteLegacyWebhook, {
    summary: 'Delete a legacy webhook',
    description: 'Its deliveries stop immediately.',
    role: 'admin',
  }),
]
