import { randomUUID } from 'node:crypto'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../account.ts'
import { installedPlugin } from '../modules/installed-plugin.ts'
import { deliver, sentMail } from '../modules/ledger.ts'
import type { Everything } from './everything.ts'
import { addTeamRows } from './team-rows.ts'

/** Tables shown in dashboard lists, with their columns that are unique in an account. */
const TABLES: Record<string, string[]> = {
  subscriber: ['email_address'],
  subscriber_note: [],
  bulk_action: [],
  tag: ['name_folded'],
  custom_field: ['label_folded', 'key', 'slot'],
  broadcast: [],
  form: ['uid'],
  sequence: [],
  sequence_email: ['position'],
  media_picture: ['key', 'digest'],
  snippet: ['name', 'key'],
  post: ['publication_id'],
  purchase: ['transaction_id'],
  product: ['pid'],
  webhook_endpoint: [],
  webhook_delivery: [],
  legacy_webhook: [],
  segment: [],
  invitation: ['email', 'token_hash'],
  security_event: [],
  import: [],
  export: [],
  bulk_request: ['request_id'],
  caught_mail: [],
  state_change: [],
  sending_address: ['email_address'],
  email_template: [],
  api_key: ['key_hash'],
  approval: [],
}

/** Adds at least two rows of every kind, so a list with a query per row is detected. */
export async function addDashboardRows(account: Everything): Promise<Record<string, number>> {
  const { account_id, ctx, ids } = account
  const db = unscoped()
  const subscriber_id = ids.subscribers ?? 0
  await db.segment.create({ data: { account_id, name: 'Active', definition: { all: [] } } })
  const in_a_week = new Date(+ctx.now() + 7 * 86_400_000)
  await db.invitation.create({
    data: { account_id, email: 'mia@studio.example', token_hash: randomUUID(), expires_at: in_a_week },
  })
  for (const email of ['mia@studio.example', 'ola@studio.example'])
    await db.instanceInvitation.create({
      data: {
        email: `${randomUUID()}.${email}`,
        token_hash: randomUUID(),
        created_at: ctx.now(),
        expires_at: in_a_week,
      },
    })
  const at = ctx.now()
  await db.revision.createMany({
    data: ['Spring', 'Spring again'].map((title) => ({
      account_id,
      kind: 'post',
      item_id: ids.posts ?? 0,
      title,
      preview_text: '',
      content: '',
      author: 'Mia',
      created_at: at,
      updated_at: at,
    })),
  })
  await addTeamRows(account)
  for (const text of ['Asked for a higher limit', 'Called them'])
    await db.accountNote.create({
      data: { account_id, text, author_id: account.user_id, author: account.email, created_at: ctx.now() },
    })
  await db.subscriberNote.create({ data: { account_id, subscriber_id, text: 'Met in Oslo', created_at: ctx.now() } })
  const action = { action: { kind: 'unsubscribe' }, selection: { kind: 'query', status: 'all' }, total: 1, until_id: 1 }
  await db.bulkAction.create({
    data: { account_id, ...action, state: 'completed', created_at: ctx.now(), updated_at: ctx.now() },
  })
  await db.securityEvent.create({ data: { account_id, kind: 'key_created', summary: 'A key was created' } })
  const called = { account_id, kind: 'assistant_called', summary: '“Desk” called read' }
  await db.securityEvent.createMany({ data: [called, called] })
  const asked = { asked_by: 'Desk', operation: 'PUT /v4/broadcasts/:id', summary: 'Change a broadcast' }
  await db.approval.create({
    data: { account_id, ...asked, input: { ids: {}, query: {}, body: {} }, created_at: at, expires_at: in_a_week },
  })
  await db.automationEventProperty.createMany({
    data: ['cart.left', 'webinar.attended'].map((event) => ({
      account_id,
      event,
      property: 'total',
      type: 'number',
      count: 1,
      subscriber_ids: [BigInt(subscriber_id)],
      last_at: at,
    })),
  })
  const imported = await db.import.create({ data: { account_id, filename: 'people.csv' } })
  await db.export.create({ data: { account_id, kind: 'subscribers', filename: 'people.csv' } })
  const { id: token_id, app_id } = await db.oauthToken.findFirstOrThrow({ where: { account_id } })
  const bulk = await db.bulkRequest.create({
    data: {
      account_id,
      app_id,
      token_id,
      operation: 'POST /v4/bulk/tags',
      request_id: 'b-1',
      item_count: 2,
      byte_size: 9,
    },
  })
  const preview = await db.importPreview.create({ data: { account_id, import_id: imported.id, options: {} } })
  for (const number of [1, 2]) {
    await db.importPreviewRow.create({
      data: { account_id, preview_id: preview.id, row_number: number, result: 'updated' },
    })
    await db.bulkFailure.create({ data: { account_id, bulk_request_id: bulk.id, number, item: {}, errors: ['Wrong'] } })
    await db.importRow.create({
      data: { account_id, import_id: imported.id, row_number: number, result: 'invalid', cells: ['x'] },
    })
  }
  await db.caughtMail.create({
    data: { account_id, mail_from: 'a@studio.example', rcpt_to: 'b@x.example', subject: 'Hi', raw: Buffer.from('Hi') },
  })
  const picture = await db.mediaPicture.create({
    data: {
      account_id,
      key: randomUUID(),
      digest: randomUUID(),
      name: 'Moss',
      state: 'ready',
      is_animated: false,
      width: 640,
      height: 480,
      bytes: 9,
      sizes: [],
    },
  })
  await db.stateChange.create({ data: { account_id, subscriber_id, to_state: 'active', cause: 'api' } })
  await addSendingRows(account_id)
  const key = await db.snippet.findFirstOrThrow({ where: { account_id } })
  await db.broadcast.create({ data: { account_id, subject: 'Signed', content: `{{ snippet.${key.key} }}` } })
  for (const [table, unique] of Object.entries(TABLES)) await double(account_id, table, unique)
  const other = await testAccount()
  await db.membership.createMany({
    data: [
      { account_id, user_id: other.user_id, role: 'viewer' },
      { account_id: other.account_id, user_id: account.user_id, role: 'viewer' },
    ],
  })
  await addUpcomingRows(account_id, ids.sequences ?? 0)
  const automations = await addAutomations(account_id, subscriber_id)
  const sent_email = await sentMail(ctx)
  const of_sequence = await db.mail.create({
    data: {
      account_id,
      kind: 'sequence_email',
      sequence_email_id: ids.emails ?? 0,
      snapshot: {},
      started_at: ctx.now(),
    },
  })
  const of_automation = await addAutomationEmails(account_id, automations)
  for (const { id } of await db.subscriber.findMany({ where: { account_id } })) {
    const subscriber = { account_id, subscriber_id: id }
    await db.enrollment.create({ data: { ...subscriber, sequence_id: ids.sequences ?? 0 } })
    await db.formSubscription.create({ data: { ...subscriber, form_id: ids.forms ?? 0 } })
    for (const mail_id of [sent_email.mail_id, of_sequence.id, of_automation.mail_id])
      await deliver(ctx, { mail_id, subscriber_id: Number(id), sent_at: ctx.now() })
  }
  for (const name of ['Books', 'Prints']) {
    await installedPlugin(
      ctx,
      { name, request_url: 'https://plugin.example' },
      { status: 'published', published_at: ctx.now() },
    )
    const data = { account_id, client_id: randomUUID(), name: `Own ${name}` }
    await db.app.create({ data: { ...data, status: 'in_review', submitted_at: ctx.now() } })
  }
  return {
    imports: imported.id,
    bulk_requests: bulk.id,
    pictures: picture.id,
    broadcasts: sent_email.broadcast_id,
    automations,
    automation_emails: of_automation.email_id,
    dry_runs: await addDryRun(account_id, automations),
    ...(await addTemplates(account_id, automations)),
  }
}

/** Adds two emails of an automation, of which the second is sent. */
async function addAutomationEmails(account_id: number, automation_id: number) {
  let email_id = 0
  for (const subject of ['Hello', 'Again'])
    email_id = (await unscoped().automationEmail.create({ data: { account_id, automation_id, subject } })).id
  const mail = await unscoped().mail.create({
    data: { account_id, kind: 'automation_email', automation_email_id: email_id, snapshot: {}, started_at: new Date() },
  })
  return { email_id, mail_id: mail.id }
}

/** Adds an app in the store with two templates that are live and in review. */
async function addTemplates(account_id: number, automation_id: number): Promise<Record<string, number>> {
  const db = unscoped()
  const status = 'published' as const
  const app = await db.app.create({
    data: { account_id, client_id: randomUUID(), name: `Paths ${randomUUID()}`, status },
  })
  const submitted_at = new Date()
  const content = {
    graph: { steps: [] },
    emails: [],
    needs: [],
    picture: { columns: 0, rows: 0, boxes: [], lines: [], more: 0 },
  }
  const ids = []
  for (const name of ['Welcome', 'Buyers']) {
    const texts = { name, description: '', labels: ['onboarding'] }
    const states = { state: 'in_review', version: 1, live_version: 1, submitted_at }
    const { id: template_id } = await db.automationTemplate.create({
      data: { account_id, app_id: app.id, automation_id, ...texts, ...states },
    })
    const version = { version: 1, source_version: 1, reentry: 'never', submitted_at }
    await db.automationTemplateVersion.create({ data: { account_id, template_id, ...texts, ...version, ...content } })
    ids.push(template_id)
  }
  for (const text of ['Asked for a test account', 'They sent one'])
    await db.reviewEntry.create({
      data: {
        account_id,
        kind: 'app',
        item_id: app.id,
        action: 'note',
        text,
        author_id: 1,
        author: 'a@x.example',
        created_at: submitted_at,
      },
    })
  return { template_app: app.id, automation_templates: ids.at(-1) ?? 0 }
}

/** Adds two automations of three steps, the second with two versions and a subscriber in both. Returns its id. */
async function addAutomations(account_id: number, subscriber_id: number): Promise<number> {
  const db = unscoped()
  const steps = ['a', 'b', 'c'].map((id) => ({ id, kind: 'end', note: '' }))
  const draft = { triggers: [], first: 'a', steps }
  await db.automation.create({ data: { account_id, name: 'Welcome', draft } })
  const { id } = await db.automation.create({ data: { account_id, name: 'Buyers', draft, version: 2, state: 'live' } })
  const at = new Date()
  for (const version of [1, 2]) {
    const key = { account_id, automation_id: id, version }
    await db.automationVersion.create({ data: { ...key, graph: draft, reentry: 'always', published_at: at } })
    const step_id = version === 1 ? 'a' : 'b'
    await db.automationRun.create({
      data: { ...key, subscriber_id, state: 'ready', step_id, arrived_at: at, entered_at: at },
    })
    const counts = ['all_runs', step_id].map((step) => ({ ...key, step_id: step, day: at, entered: 1 }))
    await db.automationStepCount.createMany({ data: counts })
  }
  return id
}

/** Adds a dry run that matched every subscriber. */
async function addDryRun(account_id: number, automation_id: number): Promise<number> {
  const db = unscoped()
  const at = new Date()
  const dates = { created_at: at, updated_at: at, ended_at: at }
  const { id } = await db.automationTask.create({
    data: { account_id, automation_id, kind: 'dry_run', input: {}, state: 'completed', ...dates },
  })
  const found = { task_id: id, entered_at: at, state: 'waiting', emails: 1, most_emails: 1, path: [] }
  const subscribers = await db.subscriber.findMany({ where: { account_id }, select: { id: true } })
  await db.automationDryRunSubscriber.createMany({
    data: subscribers.map((subscriber) => ({ account_id, subscriber_id: subscriber.id, ...found })),
  })
  return id
}

/** Adds scheduled broadcasts, sequence emails that will be sent, and changes of a sequence's subscribers. */
async function addUpcomingRows(account_id: number, sequence_id: number): Promise<void> {
  const db = unscoped()
  await db.sequenceEmail.updateMany({ where: { account_id }, data: { published: true } })
  for (const subject of ['Soon', 'Later']) {
    const send_at = new Date(Date.now() + 86_400_000)
    await db.broadcast.create({ data: { account_id, subject, content: '<p>Hi</p>', status: 'scheduled', send_at } })
    const change = { action: 'add', source: { kind: 'selection', subscriber_ids: [] }, total: 0 }
    const dates = { created_at: send_at, updated_at: send_at }
    await db.sequenceChange.create({ data: { account_id, sequence_id, ...change, ...dates } })
  }
}

/** Adds rows for lists about sending. Topics are the account's tags. */
async function addSendingRows(account_id: number): Promise<void> {
  const db = unscoped()
  await db.tag.updateMany({ where: { account_id }, data: { topic_name: 'Moss' } })
  for (const name of ['a', 'b']) {
    const unique = randomUUID()
    await db.sendingDomain.create({ data: { account_id, domain: `${unique}.example` } })
    await db.suppression.create({ data: { account_id, address_hash: unique, reason: 'manual' } })
    await db.instanceSuppression.create({ data: { pattern_hash: unique, reason: 'manual' } })
    const report = { source: 'smtp', source_id: unique, kind: 'hard', reported_at: new Date(), outcome: 'unmatched' }
    await db.deliveryReport.create({ data: report })
    const counts = { sent: 900, hard_bounced: 90, complained: 0 }
    const guard = { state: 'paused', cause: 'bounces', ...counts, since: new Date() }
    await db.sendingGuard.create({ data: { account_id, domain: `${name}.example`, ...guard } })
  }
}

/** Copies the rows of an account under new IDs. */
async function double(account_id: number, table: string, unique: readonly string[]): Promise<void> {
  const changes = unique.map((column) => `, '${column}', t.${column} || '2'`)
  await unscoped().$executeRawUnsafe(
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('${table}', 'id'))${changes.join('')}))).* from ${table} t where t.account_id = ${account_id}`,
  )
}
