import { randomBytes } from 'node:crypto'
import { unscoped } from '../../db/client.ts'
import { pageOfForm } from '../../lib/page/landing/blank.ts'
import { makeSecret, sealSecret } from '../../modules/webhooks/endpoints/secrets.ts'
import { type TestAccount, testAccount } from '../account.ts'

/** The ID of a record that does not exist. */
const NONE = 2_000_000_000

export interface Everything extends TestAccount {
  /** The ID of one record of each kind, by the preceding path segment. */
  ids: Record<string, number>
}

/** Creates an account with one record of every kind. Tests request them with another account's key. */
export async function accountWithEverything(): Promise<Everything> {
  const account = await testAccount({ plan_type: 'creator_pro' })
  const { account_id } = account
  const db = unscoped()
  const subscriber = await db.subscriber.create({
    data: { account_id, email_address: 'lin@example.net', first_name: 'Lin' },
  })
  const tag = await db.tag.create({ data: { account_id, name: 'Beta', name_folded: 'beta' } })
  await db.tagging.create({ data: { account_id, tag_id: tag.id, subscriber_id: subscriber.id } })
  const field = await db.customField.create({
    data: { account_id, label: 'City', label_folded: 'city', key: 'city', name: 'service_field_1_city', slot: 'city' },
  })
  const broadcast = await db.broadcast.create({
    data: { account_id, subject: 'March letter', content: '<p>Hello</p>' },
  })
  const form = await db.form.create({ data: { account_id, name: 'Footer', uid: randomBytes(5).toString('hex') } })
  const landing = await db.form.create({
    data: { account_id, name: 'Profile', type: 'hosted', uid: randomBytes(5).toString('hex') },
  })
  await db.landingPage.create({
    data: {
      account_id,
      form_id: landing.id,
      draft: { ...pageOfForm({ heading: 'Glazes', description: '' }) } as object,
    },
  })
  const sequence = await db.sequence.create({ data: { account_id, name: 'Welcome', time_zone: 'UTC' } })
  const email = await db.sequenceEmail.create({
    data: { account_id, sequence_id: sequence.id, subject: 'Day one', position: 0, delay_value: 1, delay_unit: 'days' },
  })
  await db.creatorProfile.create({ data: { account_id, name: 'Studio North' } })
  const note = await db.subscriberNote.create({
    data: {
      account_id,
      subscriber_id: subscriber.id,
      text: 'Met at the fair',
      created_by: account.user_id,
      created_at: new Date(),
    },
  })
  const member = await db.user.create({ data: { email: `lin-${randomBytes(8).toString('hex')}@studio.example` } })
  await db.membership.create({ data: { account_id, user_id: member.id, role: 'editor' } })
  const invitation = await db.invitation.create({
    data: {
      account_id,
      email: 'bo@studio.example',
      token_hash: randomBytes(32).toString('hex'),
      expires_at: new Date(Date.now() + 3_600_000),
    },
  })
  const api_key = await db.apiKey.create({
    data: { account_id, name: 'CRM', prefix: 'envoi_x', key_hash: randomBytes(32).toString('hex'), scopes: ['read'] },
  })
  const wave = await db.bounceWave.create({
    data: {
      account_id,
      text_key: 'rejected',
      domain: 'x.example',
      sample: 'Rejected',
      subscribers: 9,
      since: new Date(),
    },
  })
  const creator = await db.account.create({ data: { name: 'Ola Blom', time_zone: 'UTC' } })
  await db.recommendation.createMany({
    data: [
      { account_id, recommended_id: creator.id, position: 0 },
      { account_id: creator.id, recommended_id: account_id, position: 0 },
    ],
  })
  const change = await db.sequenceChange.create({
    data: {
      account_id,
      sequence_id: sequence.id,
      action: 'remove',
      source: { kind: 'everyone' },
      total: 0,
      created_at: new Date(),
      updated_at: new Date(),
    },
  })
  const automation = await db.automation.create({ data: { account_id, name: 'Birthday', kind: 'visual' } })
  const now = new Date()
  const dry_run = await db.automationTask.create({
    data: {
      account_id,
      automation_id: automation.id,
      kind: 'dry_run',
      state: 'completed',
      total: 0,
      created_at: now,
      updated_at: now,
      input: {
        kind: 'dry_run',
        version: null,
        graph: { triggers: [], first: null, steps: [] },
        reentry: 'never',
        emails: [],
        problems: {},
        knowledge: [],
        time_zone: 'UTC',
        from: '2026-01-01T00:00:00Z',
        until: '2026-01-31T00:00:00Z',
      },
    },
  })
  const automation_email = await db.automationEmail.create({
    data: { account_id, automation_id: automation.id, subject: 'Happy birthday' },
  })
  const comment = await db.draftComment.create({
    data: {
      account_id,
      kind: 'broadcast',
      item_id: broadcast.id,
      author_id: account.user_id,
      author: 'Nora',
      text: 'Good',
      created_at: new Date(),
    },
  })
  const snippet = await db.snippet.create({
    data: { account_id, name: 'Sign off', key: 'sign-off', snippet_type: 'inline', content: 'Yours' },
  })
  const post = await db.post.create({
    data: { account_id, publication_id: broadcast.publication_id, title: 'March letter', content: '<p>Hello</p>' },
  })
  const purchase = await db.purchase.create({
    data: {
      account_id,
      subscriber_id: subscriber.id,
      transaction_id: 'T-88',
      email_address: subscriber.email_address,
      transaction_time: new Date(),
      subtotal: 40,
      discount: 5,
      tax: 3.5,
      shipping: 0,
      total: 38.5,
      source: 'Shop Bridge',
    },
  })
  const product = await db.product.create({ data: { account_id, pid: 'p-1', name: 'Course' } })
  await db.accountProduct.create({
    data: { account_id, product_id: product.id, name: 'Course', price: 40, currency: 'USD', url: 'https://x.example' },
  })
  const line = { lid: 'l-1', pid: 'p-1', name: 'Course', position: 0, quantity: 1, unit_price: 40 }
  await db.purchaseLine.create({ data: { account_id, purchase_id: purchase.id, product_id: product.id, ...line } })
  // A bearer token finds only endpoints of its own app.
  const { app_id } = await db.oauthToken.findFirstOrThrow({ where: { account_id } })
  const endpoint = await db.webhookEndpoint.create({
    data: {
      account_id,
      app_id,
      name: 'CRM bridge',
      url: 'https://93.184.216.34/hooks',
      events: ['tag.created'],
      secret: sealSecret(makeSecret()),
    },
  })
  const delivery = await db.webhookDelivery.create({
    data: {
      account_id,
      hook_id: endpoint.id,
      event_type: 'tag.created',
      event_ids: [],
      event_count: 0,
      bytes: 0,
      status: 'delivered',
      attempt_count: 1,
      completed_at: new Date(),
      attempts: { create: { number: 1, attempted_at: new Date(), response_status: 200, duration_ms: 12 } },
    },
  })
  const segment = await db.segment.create({ data: { account_id, name: 'Oslo', definition: { all: [] } } })
  const html = '<body>{{ content }}{{ footer }}</body>'
  const template = await db.emailTemplate.create({ data: { account_id, name: 'Own layout', html, source: html } })
  const image = await db.mediaPicture.create({
    data: {
      account_id,
      key: randomBytes(16).toString('base64url'),
      digest: randomBytes(32).toString('hex'),
      name: 'harbor.png',
      is_animated: false,
      width: 8,
      height: 8,
      bytes: 150,
      sizes: [{ width: 8, height: 8, file: '8.png', bytes: 90, webp_bytes: 60 }],
      state: 'ready',
    },
  })
  const suppression = await db.suppression.create({
    data: {
      account_id,
      address_hash: randomBytes(32).toString('hex'),
      email_address: 'di@example.net',
      reason: 'manual',
    },
  })
  const file = Buffer.from('Email,Name\nbo@example.net,Bo\n')
  const uploaded = await db.import.create({
    data: {
      account_id,
      filename: 'subscribers.csv',
      state: 'ready',
      byte_size: file.length,
      received_bytes: file.length,
      encoding: 'utf-8',
      separator: ',',
      headers: ['Email', 'Name'],
      sample: [['bo@example.net', 'Bo']],
      mapping: [{ target: 'email_address' }, { target: 'first_name' }],
      chunks: { create: { seq: 0, bytes: file } },
    },
  })
  const domain = await db.sendingDomain.create({
    data: { account_id, domain: `${randomBytes(5).toString('hex')}.example`, verified_at: new Date() },
  })
  const sender = await db.sendingAddress.create({
    data: { account_id, email_address: 'nora@studio.example', from_name: 'Nora' },
  })
  const merge = await db.tagMerge.create({
    data: {
      account_id,
      from_tag_id: tag.id + 1_000_000,
      from_name: 'Beta testers',
      into_tag_id: tag.id,
      into_name: tag.name,
      created_at: new Date(),
      updated_at: new Date(),
      state: 'completed',
    },
  })
  const revision = await db.revision.create({
    data: {
      account_id,
      kind: 'snippet',
      item_id: snippet.id,
      title: 'Sign off',
      preview_text: '',
      content: 'Best',
      author: 'Nora Lind',
      created_at: new Date(),
      updated_at: new Date(),
    },
  })
  const stopped = await db.export.create({
    data: { account_id, kind: 'subscribers', selection: {}, filename: 'subscribers.csv', state: 'stopped' },
  })
  const sent = await db.broadcast.create({ data: { account_id, subject: 'February news', status: 'completed' } })
  await db.mail.create({ data: { account_id, kind: 'broadcast', broadcast_id: sent.id } })
  const webhook = await db.legacyWebhook.create({
    data: {
      account_id,
      target_url: 'https://93.184.216.34/hooks',
      event: { name: 'tag_add', tag_id: tag.id },
      event_name: 'tag_add',
    },
  })
  const ids = {
    subscribers: Number(subscriber.id),
    tags: tag.id,
    custom_fields: field.id,
    broadcasts: broadcast.id,
    email_templates: template.id,
    forms: form.id,
    landing_pages: landing.id,
    segments: segment.id,
    images: image.id,
    imports: uploaded.id,
    exports: stopped.id,
    recipients: sent.id,
    sending_domains: domain.id,
    sending_addresses: sender.id,
    tag_merges: merge.id,
    revisions: revision.id,
    suppressions: Number(suppression.id),
    sequences: sequence.id,
    emails: email.id,
    notes: note.id,
    members: member.id,
    invitations: invitation.id,
    api_keys: api_key.id,
    bounce_waves: wave.id,
    recommendations: creator.id,
    automations: automation.id,
    automation_emails: automation_email.id,
    installations: NONE,
    caught_mail: NONE,
    deletions: NONE,
    bulk_actions: NONE,
    bulk_requests: NONE,
    comments: comment.id,
    automation_runs: NONE,
    automation_dry_runs: dry_run.id,
    tasks: NONE,
    versions: 1,
    sequence_changes: change.id,
    snippets: snippet.id,
    purchases: purchase.id,
    products: product.id,
    posts: post.id,
    webhook_endpoints: endpoint.id,
    deliveries: Number(delivery.id),
    webhooks: webhook.id,
  }
  return { ...account, ids }
}

/** Returns a route's path with IDs. Throws for an unknown kind of record, so a new route must be added here. */
export function pathWith(path: string, id_of: (segment: string) => number | undefined): string {
  const parts = path.split('/')
  return parts
    .map((part, i) => {
      if (!part.startsWith(':')) return part
      const id = id_of(parts[i - 1] ?? '')
      if (id === undefined) throw new Error(`accountWithEverything has no ${parts[i - 1]} for ${path}`)
      return String(id)
    })
    .join('/')
}
