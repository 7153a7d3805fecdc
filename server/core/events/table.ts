import { z } from 'zod'
import {
  broadcast,
  custom_field,
  custom_field_with_value,
  draft,
  type EventPart,
  form,
  imported,
  inactive_sequence,
  landing_page,
  link,
  mail,
  post,
  previous_name,
  product,
  purchase,
  purchase_id,
  scheduled_broadcast,
  sequence,
  subscriber,
  subscriber_id,
  subscriberIn,
  tag,
} from './objects.ts'

/** Name and shape of an event for legacy webhooks (contract 8.16). */
interface LegacyDeclaration {
  name: string
  /** Optional prefix of the name in requests. */
  domain: 'subscriber' | 'purchase' | 'custom_field'
  /** The parameter that selects one object. */
  parameter: string | null
}

interface ExternalDeclaration {
  /** For webhooks (contract 9.5). */
  kind: 'public'
  /** Description of the event, for the dashboard. */
  label: string
  data: Record<string, EventPart>
  legacy?: LegacyDeclaration
}

/** Starts jobs, so it is always written. Contains ids only; jobs read the rows. */
interface InternalDeclaration {
  kind: 'internal'
  data: Record<string, z.ZodType>
}

const id = z.int()
const ofSubscriber = <const Name extends string>(name: Name, parameter: string | null = null) =>
  ({ name, domain: 'subscriber', parameter }) as const
const member_change = { user_id: id, by: id.nullable(), at: z.string(), invitations: id }

/**
 * All events. Types, labels, samples, legacy names, the relay's events, jobs' data, the SDK's types and the tables of docs/webhooks.md
 * derive from this (`npm run sdk` writes the last two). Public events are in the order of the dashboard.
 */
export const EVENTS = {
  'subscriber.created': { kind: 'public', label: 'A subscriber is added', data: { subscriber } },
  'subscriber.activated': {
    kind: 'public',
    label: 'A subscriber becomes active',
    data: { subscriber },
    legacy: ofSubscriber('subscriber_activate'),
  },
  'subscriber.unsubscribed': {
    kind: 'public',
    label: 'A subscriber unsubscribes',
    data: { subscriber: subscriberIn('cancelled') },
    legacy: ofSubscriber('subscriber_unsubscribe'),
  },
  'subscriber.bounced': {
    kind: 'public',
    label: 'An email to a subscriber bounces',
    data: { subscriber: subscriberIn('bounced') },
    legacy: ofSubscriber('subscriber_bounce'),
  },
  'subscriber.complained': {
    kind: 'public',
    label: 'A subscriber reports an email as spam',
    data: { subscriber: subscriberIn('complained') },
    legacy: ofSubscriber('subscriber_complain'),
  },
  'subscriber.subscribed_to_form': {
    kind: 'public',
    label: 'A subscriber is added to a form',
    data: { subscriber, form },
    legacy: ofSubscriber('form_subscribe', 'form_id'),
  },
  'subscriber.added_to_sequence': {
    kind: 'public',
    label: 'A subscriber enters a sequence',
    data: { subscriber, sequence },
    legacy: ofSubscriber('course_subscribe', 'sequence_id'),
  },
  'subscriber.sequence_completed': {
    kind: 'public',
    label: 'A subscriber finishes a sequence',
    data: { subscriber, sequence },
    legacy: ofSubscriber('course_complete', 'sequence_id'),
  },
  'subscriber.tag_added': {
    kind: 'public',
    label: 'A subscriber is tagged',
    data: { subscriber, tag },
    legacy: ofSubscriber('tag_add', 'tag_id'),
  },
  'subscriber.tag_removed': {
    kind: 'public',
    label: 'A tag is removed from a subscriber',
    data: { subscriber, tag },
    legacy: ofSubscriber('tag_remove', 'tag_id'),
  },
  'subscriber.custom_field_value_updated': {
    kind: 'public',
    label: 'A custom field of a subscriber changes',
    data: { subscriber, custom_field: custom_field_with_value },
    legacy: { name: 'field_value_updated', domain: 'custom_field', parameter: 'custom_field_id' },
  },
  'subscriber.deleted': { kind: 'public', label: 'A subscriber is deleted', data: { subscriber_id } },
  'tag.created': { kind: 'public', label: 'A tag is created', data: { tag } },
  'tag.renamed': { kind: 'public', label: 'A tag is renamed', data: { tag, previous_name } },
  'tag.deleted': { kind: 'public', label: 'A tag is deleted', data: { tag } },
  'custom_field.created': {
    kind: 'public',
    label: 'A custom field is created',
    data: { custom_field },
    legacy: { name: 'field_created', domain: 'custom_field', parameter: null },
  },
  'custom_field.deleted': {
    kind: 'public',
    label: 'A custom field is deleted',
    data: { custom_field },
    legacy: { name: 'field_deleted', domain: 'custom_field', parameter: null },
  },
  'sequence.created': { kind: 'public', label: 'A sequence is created', data: { sequence } },
  'sequence.deleted': { kind: 'public', label: 'A sequence is deleted', data: { sequence: inactive_sequence } },
  'sequence.published': { kind: 'public', label: 'A sequence is published', data: { sequence } },
  'sequence.disabled': { kind: 'public', label: 'A sequence is disabled', data: { sequence: inactive_sequence } },
  'broadcast.created': { kind: 'public', label: 'A broadcast is created', data: { broadcast: draft } },
  'broadcast.scheduled': {
    kind: 'public',
    label: 'A broadcast is scheduled',
    data: { broadcast: scheduled_broadcast },
  },
  'broadcast.sent': { kind: 'public', label: 'A broadcast has been sent', data: { broadcast } },
  'broadcast.deleted': { kind: 'public', label: 'A broadcast is deleted', data: { broadcast: draft } },
  'post.published': { kind: 'public', label: 'A post is published', data: { post } },
  'subscriber.product_purchased': {
    kind: 'public',
    label: 'A subscriber buys a product',
    data: { subscriber, product, purchase_id },
    legacy: ofSubscriber('product_purchase', 'product_id'),
  },
  'subscriber.link_clicked': {
    kind: 'public',
    label: 'A subscriber clicks a link in an email',
    data: { subscriber, link, mail },
    legacy: ofSubscriber('link_click', 'initiator_value'),
  },
  'subscriber.email_opened': {
    kind: 'public',
    label: 'A subscriber opens an email',
    data: { subscriber, mail },
  },
  'landing_page.created': { kind: 'public', label: 'A landing page is created', data: { landing_page } },
  'landing_page.deleted': { kind: 'public', label: 'A landing page is deleted', data: { landing_page } },
  'import.completed': { kind: 'public', label: 'An import is completed', data: { import: imported } },
  'purchase.created': {
    kind: 'public',
    label: 'A purchase is created',
    data: { purchase },
    legacy: { name: 'purchase_create', domain: 'purchase', parameter: null },
  },

  'custom_field.retired': {
    kind: 'internal',
    data: { slot: z.string(), not_before: z.iso.datetime().nullable().default(null) },
  },
  'broadcast.schedule_changed': { kind: 'internal', data: { broadcast_id: id, send_at: z.iso.datetime() } },
  'broadcast.send_requested': { kind: 'internal', data: { broadcast_id: id } },
  'import.preview_requested': { kind: 'internal', data: { import_id: id } },
  'import.requested': { kind: 'internal', data: { import_id: id } },
  'import.undo_requested': { kind: 'internal', data: { import_id: id } },
  'export.requested': { kind: 'internal', data: { export_id: id } },
  /** Has no data. Starts the deletion of files that may contain the subscriber. */
  'person.erased': { kind: 'internal', data: {} },
  /** `queue`: the app in its account, whose requests are applied in order. */
  'bulk.requested': { kind: 'internal', data: { bulk_request_id: id, queue: z.string() } },
  'bulk.cancelled': { kind: 'internal', data: { bulk_request_id: id } },
  'bulk.completed': { kind: 'internal', data: { bulk_request_id: id } },
  'sending_address.confirmed': { kind: 'internal', data: { sending_address_id: id } },
  /** `by`: the user who did it. `invitations`: number of withdrawn open invitations of the member. */
  'member.removed': { kind: 'internal', data: member_change },
  /** The new role is below admin, so the member's keys and apps have fewer permissions. */
  'member.demoted': { kind: 'internal', data: { ...member_change, role: z.enum(['editor', 'viewer']) } },
  'service_mail.queued': { kind: 'internal', data: { service_mail_id: id } },
  /** The mail server accepted an email with a link only after a retry. */
  'service_mail.sent_late': { kind: 'internal', data: { link_hash: z.string() } },
  'password_reset.requested': { kind: 'internal', data: { email_address: z.string() } },
  /** Opens and clicks wait to be counted. */
  'engagement.settling_requested': { kind: 'internal', data: {} },
  'subscriber.fields_queued': { kind: 'internal', data: { subscriber_id: id } },
  'bulk_action.requested': { kind: 'internal', data: { bulk_action_id: id } },
  'tag.merge_requested': { kind: 'internal', data: { tag_merge_id: id } },
  'form.confirmations_requested': { kind: 'internal', data: {} },
  'form.file_emails_requested': { kind: 'internal', data: {} },
  /** They signed up with a form that tags them or adds them to sequences. */
  'form.follow_ups_requested': { kind: 'internal', data: { subscriber_ids: z.array(id) } },
  /** These subscribers are active again, so their sequences resume. */
  'subscriber.became_mailable': { kind: 'internal', data: { subscriber_ids: z.array(id) } },
  /** Its emails were published, moved or unpublished, which can change its subscribers' next email. */
  'sequence.changed': { kind: 'internal', data: { sequence_id: id } },
  'sequence.work_requested': { kind: 'internal', data: { sequence_id: id } },
  'sequence.change_requested': { kind: 'internal', data: { sequence_change_id: id } },
  'sequence.cleanup_requested': { kind: 'internal', data: { sequence_id: id } },
  /** A subscriber entered or is due. */
  'automation.work_requested': { kind: 'internal', data: { automation_id: id } },
  /** Subscribers may match segments or dates that automations wait for. */
  'automation.evaluation_requested': { kind: 'internal', data: {} },
  /** Steps of the automation have queued messages. */
  'automation.emails_queued': { kind: 'internal', data: { automation_id: id } },
  /** Steps of the automation have queued requests to apps. */
  'automation.calls_queued': { kind: 'internal', data: { automation_id: id } },
  /** Something happened that a published automation listens to. */
  'automation.events_noted': { kind: 'internal', data: {} },
  'automation.task_requested': { kind: 'internal', data: { automation_task_id: id } },
  'automation.published': { kind: 'internal', data: { automation_id: id } },
  'automation.cleanup_requested': { kind: 'internal', data: { automation_id: id } },
  /** By the creator or the app. */
  'app.installed': { kind: 'internal', data: { installation_id: id, app_id: id } },
  'app.uninstalled': { kind: 'internal', data: { installation_id: id, app_id: id } },
  'plugin.media_placed': { kind: 'internal', data: { plugin_id: id, url: z.string() } },
  /** `hook`: the endpoint within the instance. */
  'webhook.retry_requested': { kind: 'internal', data: { legacy: z.boolean(), hook_id: id, hook: z.string() } },
  /** By its developer. It is uninstalled from every account. */
  'app.deleted': { kind: 'internal', data: { app_id: id } },
} as const satisfies Record<string, ExternalDeclaration | InternalDeclaration>
