import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { clock } from '../../core/clock.ts'
import { purgeExpired } from '../../db/purge.ts'
import { testAccount, withRole } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { accountWithEverything } from '../../testing/hostile/everything.ts'
import { unzip } from '../../testing/hostile/unzip.ts'
import { downloaded, exported } from '../../testing/modules/exports.ts'
import { imported } from '../../testing/modules/imports.ts'
import { addSubscribers, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { createSegment } from '../segments/service.ts'
import { unsubscribe } from '../subscribers/service.ts'
import { createTag } from '../tags/service.ts'
import { accountParts } from './file/account-parts.ts'
import { Superseded, storeFile } from './file/file.ts'
import { EXPIRED_EXPORTS } from './maintenance/purge-expired.ts'
import { failExport, runExport } from './run.ts'
import { CHUNK_BYTES, MAX_OPEN, type SubscriberSelection } from './schema.ts'
import { cancelExport, deleteExport, getExport, getFile, requestAccountExport, requestExport } from './service.ts'

const everyone = { kind: 'subscribers', selection: { status: 'all' } } as const
const lines = (bytes: Buffer) => bytes.toString().replace('\ufeff', '').trimEnd().split('\n')

test('a subscriber export has state, tags and every field, and no cell is a formula [S4, L2]', async () => {
  const { ctx } = await testAccount()
  await createCustomField(ctx, { label: '=Shoe "size"' })
  await imported(
    ctx,
    'Email,Name,Tags,"=Shoe ""size"""\n+a@x.example,"=cmd|\'/c\'","@new,b",-41\nb@x.example,"Bo, ""B""\nx",,\n',
  )
  await ctx.sql.run(
    `update subscriber set first_name = e'\\tTab', city = '＝x' where account_id = $1 and email_address like 'b%'`,
  )
  const [subscriber] = await ctx.db.subscriber.findMany({ where: { email_address: 'b@x.example' } })
  await unsubscribe(ctx, { id: Number(subscriber?.id) })
  const { file, bytes } = await exported(ctx, everyone)
  expect(file).toMatchObject({ state: 'completed', total_rows: 2, done_rows: 2, byte_size: bytes.length, error: null })
  const [header, first, second, ...more] = lines(bytes)
  expect(more).toEqual([])
  expect(header).toContain(
    `id,email_address,first_name,state,created_at,canceled_at,tags,"'=Shoe ""size""",source_type`,
  )
  expect(first).toMatch(/^\d+,'\+a@x\.example,'=cmd\|'\/c',active,2\d{3}-[^,]+Z,,"'@new, b",'-41,/)
  expect(second).toMatch(/,b@x\.example,'\tTab,cancelled,[^,]+Z,[^,]+Z,,,/)
  expect(second).toContain(",'＝x,")
})

test('importing an export restores its columns and values', async () => {
  const [from, to] = [(await testAccount()).ctx, (await testAccount()).ctx]
  await imported(from, 'Email,Name,Tags,City\n+a@x.example,=A,"one,two",-41\nb@x.example,B,,\n')
  const { bytes } = await exported(from, everyone)
  const back = await imported(to, bytes)
  expect(back.counts).toMatchObject({ created: 2, invalid: 0 })
  const again = lines((await exported(to, everyone)).bytes).map((line) => line.split(',').slice(1, 4))
  expect(again).toEqual(lines(bytes).map((line) => line.split(',').slice(1, 4)))
  expect(await to.db.customField.findMany({ select: { label: true } })).toEqual([{ label: 'City' }])
  expect((await imported(to, bytes)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
})

test('an export filters by search, state, tag, segment and filter, alone and combined', async () => {
  const { ctx } = await testAccount()
  await imported(ctx, 'Email,Name,Tags\nann@x.example,Ann,vip\nben@x.example,Ben,vip\ncy@x.example,Cy,\n')
  const tag = await ctx.db.tag.findFirstOrThrow()
  const filter = { all: [{ type: 'tags', any: [{ type: 'ids', matching: [tag.id] }] }], counting_mode: 'raw' } as const
  const segment = await createSegment(ctx, { name: 'VIP', definition: structuredClone(filter) as never })
  const [ann] = await ctx.db.subscriber.findMany({ where: { first_name: 'Ann' } })
  await unsubscribe(ctx, { id: Number(ann?.id) })
  const who = async (selection: object) => {
    const { bytes } = await exported(ctx, { kind: 'subscribers', selection: { status: 'all', ...selection } })
    return lines(bytes)
      .slice(1)
      .map((line) => line.split(',')[2])
  }
  expect(await who({ status: 'active' })).toEqual(['Ben', 'Cy'])
  expect(await who({ search: 'N@X' })).toEqual(['Ann', 'Ben'])
  expect(await who({ tag_id: tag.id })).toEqual(['Ann', 'Ben'])
  expect(await who({ segment_id: segment.id })).toEqual(['Ann', 'Ben'])
  expect(await who({ filter })).toEqual(['Ann', 'Ben'])
  expect(await who({ filter, segment_id: segment.id, status: 'active', search: 'e' })).toEqual(['Ben'])
  expect(await who({ search: 'unknown' })).toEqual([])
  const bad = { status: 'all', segment_id: segment.id + 1_000 } as const
  await expect(requestExport(ctx, { kind: 'subscribers', selection: bad })).rejects.toThrow('Segment not found')
})

test('two exports on the same day differ in file name and description', async () => {
  const { ctx } = await testAccount()
  const { value: tag } = await createTag(ctx, { name: 'Été & VIP' })
  const ask = (selection: Partial<SubscriberSelection>) =>
    requestExport(ctx, { kind: 'subscribers', selection: { status: 'all', ...selection } })
  const plain = await ask({})
  expect(plain.filename).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/)
  expect(plain.contents).toEqual({
    status: 'all',
    search: null,
    is_search_forgotten: false,
    tag: null,
    segment: null,
    is_filtered: false,
    broadcast: null,
  })
  const narrow = await ask({ status: 'active', tag_id: tag.id, search: 'ann@x.example' })
  expect(narrow.filename).toMatch(/^active-subscribers-ete-vip-selected-\d/)
  expect(narrow.contents).toMatchObject({ status: 'active', tag: 'Été & VIP', search: 'ann@x.example' })
})

test('a broadcast export has its recipients and their events', async () => {
  const account = await testAccount()
  const sink = await sendToSink()
  const [subscriber_id] = await addSubscribers(account, 2)
  const id = await startBroadcast(account)
  await sendAll(account, id)
  expect(sink.messages).toHaveLength(2)
  const { id: mail_id } = await account.ctx.db.mail.findFirstOrThrow()
  const { id: link_id } = await account.ctx.db.link.findFirstOrThrow({ orderBy: { number: 'asc' } })
  await account.ctx.sql.run(
    `insert into engagement (account_id, kind, subscriber_id, mail_id, delivery_id, link_id, user_agent)
     select $1, 'click', $2, $3, d.id, $4, '=Agent' from delivery d where d.account_id = $1 and d.subscriber_id = $2`,
    [subscriber_id, mail_id, link_id],
  )
  const { file, bytes } = await exported(account.ctx, { kind: 'broadcast', selection: { broadcast_id: id } })
  const entries = await unzip(bytes)
  expect([...entries.keys()]).toEqual(['recipients.csv', 'events.csv', 'manifest.json'])
  expect(JSON.parse(entries.get('manifest.json') ?? '').rows).toEqual({ 'recipients.csv': 2, 'events.csv': 1 })
  expect(entries.get('recipients.csv')).toMatch(/subscriber1@example\.net,Subscriber 1,active,sent,/)
  expect(entries.get('events.csv')).toMatch(/,click,\d+,subscriber1@example\.net,https:[^,]*,f,'=Agent\n$/)
  expect(file.total_rows).toBe(3)
  await expect(
    requestExport((await testAccount()).ctx, { kind: 'broadcast', selection: { broadcast_id: id } }),
  ).rejects.toThrow('Not Found')
})

test('an account export has an entry of each kind and no secrets, and an email announces it', async () => {
  const account = await accountWithEverything()
  await imported(account.ctx, 'Email,City\nnew@x.example,Oslo\n')
  const { id } = await requestAccountExport(account.ctx)
  await runExport(account.ctx, { id })
  const file = await getExport(account.ctx, { id })
  expect(file).toMatchObject({ state: 'completed', error: null })
  const entries = await unzip(await downloaded(account.ctx, file))
  const { rows } = JSON.parse(entries.get('manifest.json') ?? '{}')
  expect(Object.values<number>(rows).reduce((sum, count) => sum + count, 0)).toBe(file.total_rows)
  for (const [name, text] of entries) {
    if (name.endsWith('.csv')) expect(lines(Buffer.from(text)).length - 1, name).toBe(rows[name])
    else if (name !== 'manifest.json') expect(JSON.parse(text).length, name).toBe(rows[name])
  }
  expect(JSON.parse(entries.get('purchases.json') ?? '')).toMatchObject([
    { transaction_id: 'T-88', lines: [{ lid: 'l-1' }] },
  ])
  expect(JSON.parse(entries.get('sequences.json') ?? '')).toMatchObject([
    { name: 'Welcome', emails: [{ subject: 'Day one' }] },
  ])
  expect([...entries.values()].join('')).not.toMatch(/(token|key|address|code)_hash|secret|account_id/)
  expect(await account.ctx.db.serviceMail.count({ where: { subject: 'Your export is ready' } })).toBe(1)
})

/** Tables excluded from an account's copy, by reason. */
const EXCLUDED = {
  'inside other parts':
    'automation_email automation_template_version automation_version automation_version_email sequence_email purchase_line creator_profile account_style account_product landing_page landing_page_b recommendation recommendation_profile site site_name sending_address mail_variant form_file',
  'internal: counts and claims':
    'early_refund invoice_payment active_count active_count_account analytics_account analytics_cohort analytics_day analytics_receiver analytics_source form_count segment_size plan_notice billing_event usage_day mail_activity api_day subscriber_count subscriber_engagement engagement_hit delivery_result reputation_change reputation_count sending_guard subscriber_search subscriber_search_due retired_slot send_batch hand_over transport_circuit mail_wait outbox kept_event idempotency_key',
  'internal: bulk and webhooks':
    'webhook_event webhook_outbox webhook_delivery webhook_attempt webhook_hour webhook_queue webhook_retry bulk_request bulk_slice bulk_failure bulk_action bulk_action_subscriber bounce_wave text_bounce sequence_change tag_merge merged_tagging removed_enrollment automation_app_event automation_event_property external_id delivery_event automation_call automation_call_run automation_date automation_dry_run_subscriber automation_event automation_listener automation_notice automation_pull automation_segment automation_segment_member automation_step_count automation_task automation_trace',
  files: 'import_preview import_preview_row import_preview_subscriber import_chunk import_row export export_chunk',
  'what members say and are told':
    'approval draft_comment draft_comment_read notification notification_read notification_setting',
  'copies of emails': 'caught_mail service_mail revision deleted_record',
  'credentials and members':
    'account_deletion account_note account_view review_claim review_entry api_key subscriber_columns membership invitation session suppression security_event preference_request sending_key',
  'secrets of integrations':
    'checkout installation test_install automation_template_test app oauth_grant oauth_token webhook_endpoint legacy_webhook',
}

test('every table of the account is exported or excluded for a reason', async () => {
  const { ctx } = await testAccount()
  const tables = await ctx.sql.rows<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' and $1::int is not null order by 1`,
  )
  const snapshot = { account_id: 1, sql: ctx.sql, copy: () => expect.fail('no part is read') }
  const names = new Set((await accountParts(snapshot, ctx)).map(({ name }) => name.replace(/s?\.\w+$/, '')))
  const excluded = Object.values(EXCLUDED).join(' ').split(' ')
  const known = new Set([...names, ...excluded, 'subscriber', 'delivery', 'engagement'])
  expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test('an interrupted export starts over, a canceled one stops writing, and the file has all its bytes', async () => {
  const { ctx } = await testAccount()
  await imported(
    ctx,
    `Email,Note\n${Array.from({ length: 3_000 }, (_, at) => `p${at}@x.example,${'n'.repeat(800)}`).join('\n')}`,
  )
  const { id } = await requestExport(ctx, everyone)
  await ctx.sql.run(
    `with half as (update export set state = 'running', attempt = 1, byte_size = 3, done_rows = 1 where account_id = $1 and id = $2)
     insert into export_chunk (account_id, export_id, seq, bytes) values ($1, $2, 0, 'abc')`,
    [id],
  )
  await runExport(ctx, { id })
  const file = await getExport(ctx, { id })
  expect(file).toMatchObject({ state: 'completed', done_rows: 3_000 })
  const bytes = await downloaded(ctx, file)
  expect(bytes.length).toBe(file.byte_size)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe((await getFile(ctx, { id })).content_hash)
  await expect(cancelExport(ctx, { id })).rejects.toThrow('already ended')

  const other = await requestExport(ctx, everyone)
  expect(await cancelExport(ctx, { id: other.id })).toMatchObject({ state: 'stopped' })
  await runExport(ctx, { id: other.id })
  expect(await getExport(ctx, { id: other.id })).toMatchObject({ state: 'stopped', byte_size: 0 })

  // Canceled, or restarted by another process, while this process works on it.
  for (const change of [`state = 'stopped'`, 'attempt = attempt + 1']) {
    const { id: cut } = await requestExport(ctx, everyone)
    await ctx.sql.run(`update export set state = 'running', attempt = 1 where account_id = $1 and id = $2`, [cut])
    async function* bytes() {
      yield Buffer.alloc(CHUNK_BYTES)
      await ctx.sql.run(`update export set ${change} where account_id = $1 and id = $2`, [cut])
      yield Buffer.alloc(2 * CHUNK_BYTES)
    }
    const stored = storeFile(ctx, { id: cut, attempt: 1, bytes: bytes(), done_rows: () => 0 })
    await expect(stored).rejects.toBeInstanceOf(Superseded)
    await ctx.sql.run(`update export set state = 'stopped' where account_id = $1 and id = $2`, [cut])
  }
})

test('a failed export says why and keeps no data, files expire, and records are deleted later', async () => {
  const account = await testAccount()
  const { ctx } = account
  const { id } = await requestExport(ctx, everyone)
  await failExport(ctx, { id, error: 'Disk full' })
  expect(await getExport(ctx, { id })).toMatchObject({ state: 'failed', error: 'Disk full' })
  await expect(getFile(ctx, { id })).rejects.toThrow('no longer available')

  const { file } = await exported(ctx, everyone)
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  // Makes only this account's files old, because other tests run at the same time.
  const purgeAfter = async (count: number) => {
    await ctx.sql.run('update export set expires_at = expires_at - make_interval(days => $2) where account_id = $1', [
      count,
    ])
    await purgeExpired(EXPIRED_EXPORTS, { now: clock.now() })
  }
  await purgeAfter(6)
  expect((await getFile(ctx, { id: file.id })).byte_size).toBe(file.byte_size)
  await expect(getFile({ ...ctx, now: () => days(2) }, { id: file.id })).rejects.toThrow('no longer available')
  await purgeAfter(2)
  expect(await ctx.db.exportChunk.count()).toBe(0)
  expect(await ctx.db.export.count()).toBe(2)
  await ctx.sql.run(`update export set updated_at = updated_at - interval '91 days' where account_id = $1`)
  await purgeExpired(EXPIRED_EXPORTS, { now: clock.now() })
  expect(await ctx.db.export.count()).toBe(0)
})

test('a failed or canceled export can be repeated with the same selection', async () => {
  const account = await testAccount()
  const { ctx } = account
  const as = (role: 'viewer' | 'editor' | 'admin') => dashboard(account, withRole(account, role)).exports
  const { id } = await requestExport(ctx, { kind: 'subscribers', selection: { status: 'cancelled', search: 'bo' } })
  await expect(as('editor').repeat({ id })).rejects.toThrow('cannot be repeated')
  await failExport(ctx, { id, error: 'Disk full' })
  await expect(as('viewer').repeat({ id })).rejects.toThrow('editor role')
  const again = await as('editor').repeat({ id })
  expect(again).toMatchObject({
    state: 'queued',
    contents: { status: 'cancelled', search: 'bo' },
    is_repeatable: false,
  })
  expect(await getExport(ctx, { id })).toMatchObject({ state: 'failed', is_repeatable: true })
  await cancelExport(ctx, again)
  expect((await as('editor').repeat(again)).id).not.toBe(again.id)

  const copy = await as('admin').requestAccount()
  await cancelExport(ctx, copy)
  await expect(as('editor').repeat(copy)).rejects.toThrow('admin role')
  expect(await as('admin').repeat(copy)).toMatchObject({ kind: 'account', state: 'queued' })
  const { file } = await exported(ctx, everyone)
  await expect(as('editor').repeat(file)).rejects.toThrow('cannot be repeated')
})

test('editors can export subscribers and admins the account, and only a few exports can be queued at a time', async () => {
  const account = await testAccount()
  const { ctx } = account
  const as = (role: 'viewer' | 'editor' | 'admin') => dashboard(account, withRole(account, role)).exports
  await expect(as('viewer').request(everyone)).rejects.toThrow('editor role')
  await expect(as('viewer').list({})).rejects.toThrow('editor role')
  await expect(as('editor').requestAccount()).rejects.toThrow('admin role')
  const { id } = await as('admin').requestAccount()
  await runExport(ctx, { id })
  await expect(getFile(withRole(account, 'editor'), { id })).rejects.toThrow('admin role')
  await expect(as('editor').remove({ id })).rejects.toThrow('admin role')
  expect((await getFile(withRole(account, 'admin'), { id })).filename).toMatch(/^envoi-account-\d{4}-\d\d-\d\d\.zip$/)
  for (let at = 0; at < MAX_OPEN; at++) await as('editor').request(everyone)
  await expect(as('editor').request(everyone)).rejects.toThrow('Wait until one finishes')
  const { exports, next } = await as('editor').list({})
  expect([exports.length, next]).toEqual([MAX_OPEN + 1, null])
  await deleteExport(ctx, { id })
  await expect(getExport(ctx, { id })).rejects.toThrow('Not Found')
  await expect(getExport((await testAccount()).ctx, { id: exports[0]?.id ?? 0 })).rejects.toThrow('Not Found')
})
