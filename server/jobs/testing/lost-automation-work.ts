import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { write } from '../../core/write/write.ts'
import { applyAction } from '../../modules/automations/effects/effect.ts'
import { requestMatching } from '../../modules/automations/entering/announce.ts'
import { enter } from '../../modules/automations/entering/enter.ts'
import { requestEvaluations } from '../../modules/automations/entering/evaluate.ts'
import type { TestAccount } from '../../testing/account.ts'
import { addEmail, makeAutomation } from '../../testing/automations/automation.ts'
import { liveAutomation } from '../../testing/automations/live.ts'
import { addSubscribers } from '../../testing/modules/sending.ts'

/** Work of a job that was begun and then lost: its event never arrived, or its run failed permanently. */
export interface Lost {
  begin: (account: TestAccount) => Promise<unknown>
  /** Minutes after which the cron considers it lost. */
  minutes: number
  /** Shows that the cron did the work. Without it, the cron has to send the job's event again. */
  done?: (account: TestAccount) => Promise<unknown>
}

/** Used by lost-work.test.ts. */
export const LOST_AUTOMATION_WORK: Record<string, Lost> = {
  'automations/send-emails': {
    minutes: 0,
    begin: async (account) => {
      const automation_id = await makeAutomation(account)
      const email_id = await addEmail(account, { automation_id })
      const [subscriber_id = 0] = await addSubscribers(account, 1)
      const set = { automation_id, version: 1, step_id: 'a', runs: [{ run_id: 1, subscriber_id }] }
      await write(account.ctx, (tx) => applyAction(tx, set, { type: 'send_email', email_id }))
    },
  },
  'automations/evaluate-triggers': {
    minutes: 0,
    begin: async (account) => {
      const on = { type: 'date_reached', custom_field_id: 1 }
      await liveAutomation(account, { triggers: [{ id: 't', on }] })
      await requestEvaluations({ after: account.account_id - 1 })
    },
  },
  'automations/match-events': {
    minutes: 0,
    begin: async ({ ctx }) => {
      const event = { account_id: ctx.account_id, type: 'tag_added', object: '1', subscriber_id: 1 }
      await ctx.db.automationEvent.create({ data: event })
      await requestMatching(ctx)
    },
  },
  'automations/make-calls': {
    minutes: 0,
    begin: async (account) => {
      const { account_id, ctx } = account
      const automation_id = await makeAutomation(account)
      // The waiting run has been deleted.
      const call = { automation_id, step_id: 'a', plugin_id: 1, settings: {}, next_attempt_at: ctx.now() }
      await write(ctx, async (tx) => {
        await tx.db.automationCall.create({ data: { account_id, id: randomUUID(), ...call, created_at: ctx.now() } })
        tx.emit('automation.calls_queued', { automation_id })
      })
    },
    done: async ({ ctx }) => expect(await ctx.db.automationCall.count()).toBe(0),
  },
  'automations/work': {
    minutes: 0,
    begin: async (account) => {
      const { id: automation_id } = await liveAutomation(account, {})
      const entries = (await addSubscribers(account, 1)).map((subscriber_id) => ({
        subscriber_id,
        trigger_id: null,
        data: {},
      }))
      await write(account.ctx, (tx) => enter(tx, { automation_id, entries }))
    },
  },
}
