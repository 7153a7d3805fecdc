import { Resolver } from 'node:dns/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../../core/clock.ts'
import { serviceCtx } from '../../core/context.ts'
import { isInternal } from '../../core/events/events.ts'
import { rootLogger } from '../../core/log.ts'
import { write } from '../../core/write/write.ts'
import { database, unscoped } from '../../db/client.ts'
import { addSendingAddress, confirmSendingAddress } from '../../modules/accounts/senders/sending-addresses.ts'
import { startTask } from '../../modules/automations/tasks/task.ts'
import { cancelBulkRequest } from '../../modules/bulk-requests/service.ts'
import { createCustomField } from '../../modules/custom-fields/service.ts'
import { requestExport } from '../../modules/exports/service.ts'
import { requestFileEmails } from '../../modules/forms/emails/file-email.ts'
import { setFormFile } from '../../modules/forms/files/service.ts'
import { FormSettings } from '../../modules/forms/settings-schema.ts'
import { addToForms } from '../../modules/forms/subscriptions/subscriptions.ts'
import { previewImport } from '../../modules/imports/preview/preview.ts'
import { startImport } from '../../modules/imports/service.ts'
import { requestUndo } from '../../modules/imports/undo/undo.ts'
import { queueServiceEmail } from '../../modules/service-mail/service.ts'
import { startMerge } from '../../modules/tag-merges/service.ts'
import { createTag } from '../../modules/tags/service.ts'
import { Dispatcher } from '../../modules/webhooks/delivery/dispatcher.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { later } from '../../testing/clock.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { subscribeTo } from '../../testing/events.ts'
import { callbackReceiver, runBulk, storedBulk } from '../../testing/modules/bulk.ts'
import { IMPORT_OPTIONS, imported, uploaded } from '../../testing/modules/imports.ts'
import { addSubscribers, EVERYONE, sentMail, startBroadcast, visit } from '../../testing/modules/sending.ts'
import { makeSequence } from '../../testing/modules/sequences.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { functionsOf, tick } from '../../testing/run-job.ts'
import { domainWorld } from '../../testing/servers/dns-server.ts'
import { openEngineDatabase } from '../engine/storage/database.ts'
import { keptTypes } from '../job.ts'
import { moveEvents } from '../outbox/transfer.ts'
import { jobs } from '../registry.ts'
import { LOST_AUTOMATION_WORK, type Lost } from '../testing/lost-automation-work.ts'
import { CRONS, KEPT } from '../testing/other-jobs.ts'

// Purges and the relay take all rows, so this needs a database that no other test writes to.
runInOwnDatabase()

const FILE = 'Email\nlin@example.net\nmia@example.net'
const TAGS = { tags: Array.from({ length: 3 }, (_, i) => ({ name: `Tag ${i}` })) }
const BULK = { most_items: 2 }

/** Cases for each job whose lost work a cron finds, by job id. */
const FOUND_IN_ROWS: Record<string, Lost> = {
  'accounts/refresh-sender-policy': {
    minutes: 0,
    begin: async ({ ctx }) => {
      const { resolver } = await domainWorld({ '_dmarc.studio.no': 'v=DMARC1; p=none' })
      const { resolveTxt } = Resolver.prototype
      vi.spyOn(Resolver.prototype, 'resolveTxt').mockImplementation((name) => resolveTxt.call(resolver, name))
      await addSendingAddress(ctx, { email_address: 'hi@studio.no', from_name: 'Hi' })
      const [confirmation] = await serviceEmailsTo('hi@studio.no')
      const token = /confirm-sending-address\/([\w-]+)/.exec(confirmation?.text ?? '')?.[1] ?? ''
      await confirmSendingAddress(serviceCtx(), { token, source: { ip: '192.0.2.1', user_agent: null } })
    },
    done: async ({ ctx }) =>
      expect(await ctx.db.sendingAddress.count({ where: { is_dmarc_configured: true } })).toBe(1),
  },
  ...LOST_AUTOMATION_WORK,
  'broadcasts/send': { minutes: 0, begin: (account) => addSubscribers(account, 1).then(() => startBroadcast(account)) },
  'broadcasts/start-scheduled': {
    minutes: 61,
    begin: async (account) => {
      await addSubscribers(account, 1)
      const { create, schedule } = dashboard(account).broadcasts
      const { id } = await create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
      await schedule({ id, send_at: new Date(+clock.now() + 3_600_000).toISOString() })
    },
    done: async ({ ctx }) => expect(await ctx.db.broadcast.findMany()).toMatchObject([{ status: 'sending' }]),
  },
  'delivery/settle-engagement': {
    minutes: 2,
    begin: async (account) => {
      const { pixel } = await sentMail(account)
      await takeOutbox()
      await visit(pixel)
    },
  },
  'exports/make': {
    minutes: 16,
    begin: ({ ctx }) => requestExport(ctx, { kind: 'subscribers', selection: { status: 'all' } }),
  },
  'forms/send-confirmations': {
    minutes: 0,
    begin: async ({ ctx, account_id }) => {
      const settings = FormSettings.parse({})
      const form = await unscoped().form.create({ data: { account_id, uid: 'lost', name: 'Footer', settings } })
      const lin = { account_id, email_address: 'lin@example.net', state: 'inactive' } as const
      const { id } = await ctx.db.subscriber.create({ data: lin })
      await addToForms(ctx, { additions: [{ form_id: form.id, subscriber_id: Number(id), referrer: null }] })
    },
    done: async ({ ctx }) =>
      expect(await ctx.db.confirmation.findMany()).toMatchObject([{ sent_at: expect.any(Date) }]),
  },
  'forms/send-files': {
    minutes: 0,
    begin: async ({ ctx, account_id }) => {
      const { id: form_id } = await unscoped().form.create({ data: { account_id, uid: 'guide', name: 'Guide' } })
      const { id } = await ctx.db.subscriber.create({ data: { account_id, email_address: 'lin@example.net' } })
      await setFormFile(ctx, { form_id, name: 'guide.pdf', bytes: Buffer.from('%PDF-') })
      await write(ctx, (tx) => requestFileEmails(tx, { pairs: [{ form_id, subscriber_id: Number(id) }] }))
    },
    done: async ({ ctx }) =>
      expect(await ctx.db.formFileEmail.findMany()).toMatchObject([{ sent_at: expect.any(Date) }]),
  },
  'imports/apply': {
    minutes: 16,
    begin: async ({ ctx }) => startImport(ctx, { id: (await uploaded(ctx, FILE)).id, ...IMPORT_OPTIONS }),
  },
  'imports/preview': {
    minutes: 16,
    begin: async ({ ctx }) => {
      await previewImport(ctx, { id: (await uploaded(ctx, FILE)).id, ...IMPORT_OPTIONS })
      // A file of this size would otherwise be previewed in the request.
      await ctx.db.importPreview.updateMany({ data: { state: 'queued' } })
    },
  },
  'imports/undo': {
    minutes: 16,
    begin: async ({ ctx }) => requestUndo(ctx, { id: (await imported(ctx, FILE)).id }),
  },
  'bulk-actions/work': {
    minutes: 16,
    begin: async (account) => {
      const [subscriber_id = 0] = await addSubscribers(account, 1)
      const selection = { kind: 'chosen' as const, subscriber_ids: [subscriber_id] }
      await dashboard(account).bulk_actions.request({ selection, action: { kind: 'unsubscribe' }, expected: 1 })
    },
  },
  'tag-merges/work': {
    minutes: 4,
    begin: async ({ ctx }) => {
      const [from, into] = [await createTag(ctx, { name: 'Moss' }), await createTag(ctx, { name: 'Mosses' })]
      await startMerge(ctx, { from_id: from.value.id, into_id: into.value.id })
    },
  },
  'bulk-requests/apply': {
    minutes: 16,
    begin: ({ account_id }) => storedBulk(account_id, 'POST /v4/bulk/tags', TAGS, BULK),
  },
  'bulk-requests/cancel': {
    minutes: 16,
    begin: async ({ account_id }) => {
      const { ctx, id } = await storedBulk(account_id, 'POST /v4/bulk/tags', TAGS, BULK)
      await cancelBulkRequest(ctx, { id })
    },
  },
  'bulk-requests/send-callback': {
    minutes: 16,
    begin: async ({ account_id }) => {
      const { url: callback_url } = await callbackReceiver()
      const { ctx, id } = await storedBulk(account_id, 'POST /v4/bulk/tags', TAGS, { ...BULK, callback_url })
      while (await runBulk(ctx, { id }));
    },
  },
  'automations/run-task': {
    minutes: 16,
    begin: async ({ account_id, ctx }) => {
      const { id } = await ctx.db.automation.create({ data: { account_id, name: 'Welcome' } })
      const input = { kind: 'enter' as const, trigger_ids: ['t1'] }
      await write(ctx, (tx) => startTask(tx, { automation_id: id, input, total: 0 }))
    },
  },
  'sequences/apply-change': {
    minutes: 16,
    begin: async (account) => {
      const { id: sequence_id } = await makeSequence(account)
      const [lin = 0] = await addSubscribers(account, 1)
      const source = { kind: 'selection' as const, subscriber_ids: [lin] }
      await dashboard(account).sequences.requestChange({ sequence_id, action: 'add', source })
    },
  },
  'sequences/work': {
    minutes: 0,
    begin: async (account) => {
      const { id, email } = await makeSequence(account)
      await email({ delay_value: 0 })
      const [lin] = await addSubscribers(account, 1)
      await api(`POST /v4/sequences/${id}/subscribers/${lin}`, key(account))
    },
  },
  'service-mail/send': {
    minutes: 15,
    begin: ({ email }) => {
      const content = { subject: 'Hello', heading: 'Hello', paragraphs: ['Hello.'], footnote: 'Bye.' }
      return write(serviceCtx(), (tx) => queueServiceEmail(tx, { to: email, email: content }))
    },
    done: async ({ email }) =>
      expect(await unscoped().serviceMail.findMany({ where: { to_address: email } })).toMatchObject([
        { sent_at: expect.any(Date) },
      ]),
  },
  'subscribers/apply-queued-fields': {
    minutes: 16,
    begin: async (account) => {
      for (let i = 1; i <= 11; i++) await createCustomField(account.ctx, { label: `F${i}` })
      const fields = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`f${i + 1}`, 'x']))
      await api('POST /v4/subscribers', key(account), { email_address: 'lin@example.net', fields })
    },
    done: async ({ ctx }) => expect(await ctx.db.subscriber.findMany()).toMatchObject([{ queued_fields: null }]),
  },
  'webhooks/retry': {
    minutes: 1,
    begin: async (account) => {
      // Nothing can be signed with its secret, so the attempt fails.
      await subscribeTo(account.account_id, ['tag.created'])
      await api('POST /v4/tags', key(account), { name: 'Beta' })
      await new Dispatcher({ log: rootLogger() }).settle()
    },
  },
}

/** Simulates the loss of all events that wait for the job engine. */
const takeOutbox = async () =>
  (
    await database().pool.query<{ type: string; account_id: number; data: object }>(
      'delete from outbox returning type, account_id, data',
    )
  ).rows

const byId = (id: string) => jobs.find((definition) => definition.id === id) ?? expect.fail(`There is no job ${id}`)

afterEach(() => void vi.restoreAllMocks())

describe('work that is lost is picked up', () => {
  test('every function of the registry is in one of these tables', () => {
    const ids = jobs.map(({ id }) => id).sort()
    expect([...Object.keys(FOUND_IN_ROWS), ...Object.keys(KEPT), ...CRONS].sort()).toEqual(ids)
    for (const { id, trigger } of jobs) {
      const kind = 'cron' in trigger ? 'cron' : Object.keys(trigger.picked_up_by ?? {})[0]
      expect(kind, id).toBe(id in FOUND_IN_ROWS ? 'cron' : id in KEPT ? 'keeping' : 'cron')
      if ('event' in trigger) expect(isInternal(trigger.event), `${id} waits for ${trigger.event}`).toBe(true)
    }
    // Functions registered beside a job serve it, so they are lost and recovered with it.
    for (const definition of jobs) {
      const [own, ...others] = functionsOf(definition).ids
      expect(others.filter((id) => id !== `${own}-again`)).toEqual([])
    }
  })

  test.each(Object.entries(FOUND_IN_ROWS))(
    '%s: its cron finds it in the rows',
    async (id, { begin, minutes, done }) => {
      const { trigger } = byId(id)
      if ('cron' in trigger || !trigger.picked_up_by || !('cron' in trigger.picked_up_by)) throw new Error('no cron')
      const account = await testAccount()
      await begin(account)
      const lost = (await takeOutbox()).find(({ type }) => type === trigger.event)
      expect(lost, `The event ${trigger.event} of what was begun`).toBeDefined()
      later(minutes * 60_000)
      await tick(byId(trigger.picked_up_by.cron))
      if (done) await done(account)
      else expect(await takeOutbox()).toContainEqual(lost)
      await unscoped().account.delete({ where: { id: account.account_id } })
    },
  )

  test.each(Object.keys(KEPT))('%s: its event is kept and sent again', async (id) => {
    const { trigger } = byId(id)
    if ('cron' in trigger || !trigger.picked_up_by || !('keeping' in trigger.picked_up_by)) throw new Error('not kept')
    await takeOutbox()
    await database().pool.query('delete from kept_event')
    const event = { type: trigger.event, account_id: 7, data: { n: 4 } }
    await database().pool.query('insert into outbox (type, account_id, data) values ($1, $2, $3)', Object.values(event))
    const moved_events: unknown[] = []
    await moveEvents({
      db: openEngineDatabase(database().pool),
      keep: keptTypes([byId(id)]),
      deliver: async (_tx, events) => moved_events.push(...events),
    })
    expect(moved_events).toHaveLength(1)
    const { resend_minutes } = trigger.picked_up_by.keeping
    later((resend_minutes - 1) * 60_000)
    await tick(byId('jobs/resend-kept-events'))
    expect(await takeOutbox()).toEqual([])
    later(2 * 60_000)
    await tick(byId('jobs/resend-kept-events'))
    expect(await takeOutbox()).toEqual([event])
  })

  test.each(CRONS)('%s: it runs at any time, even twice', async (id) => {
    later(7 * 86_400_000)
    await tick(byId(id))
    await takeOutbox()
    await tick(byId(id))
    expect(await takeOutbox(), 'work that the first run has asked for already').toEqual([])
  })
})
