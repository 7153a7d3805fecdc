import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { database, unscoped } from '../db/client.ts'
import { accountJobs } from '../modules/accounts/jobs.ts'
import { automationJobs } from '../modules/automations/jobs.ts'
import { sendingDomainJobs } from '../modules/sending-domains/jobs.ts'
import { testAccount } from '../testing/account.ts'
import { runInOwnDatabase } from '../testing/database/own-database.ts'
import { tick } from '../testing/run-job.ts'

// A run has at most a thousand steps, so passes that grow with the instance do several batches per step.

runInOwnDatabase()

let account_id: number

beforeAll(async () => {
  // Freezes the time of a step, so the machine's speed does not decide the number of batches in it.
  vi.useFakeTimers({ toFake: ['performance'] })
  account_id = (await testAccount()).account_id
})

afterAll(() => void vi.useRealTimers())

const jobs = [...accountJobs, ...automationJobs, ...sendingDomainJobs]

function stepsOf(name: string): Promise<number> {
  const found = jobs.find(({ id }) => id === name)
  if (!found) throw new Error(`There is no job ${name}`)
  return tick(found)
}

test('the daily check of sending domains does several batches in a step', async () => {
  // Checked just now for a page, so nothing is looked up.
  await database().pool.query(
    `insert into sending_domain (account_id, domain, checked_at)
     select $1, 'domain-' || n || '.example', now() + interval '1 hour' from generate_series(1, 100) n`,
    [account_id],
  )
  expect(await stepsOf('sending-domains/check-all')).toBe(1)
  expect(await stepsOf('sending-domains/check-changing')).toBe(1)
})

test('the daily check of DMARC policies does several batches in a step', async () => {
  // Reserved domains are not looked up.
  await database().pool.query(
    `insert into sending_address (account_id, email_address, from_name, status)
     select $1, 'hi@domain-' || n || '.example', 'Hi', 'confirmed' from generate_series(1, 100) n`,
    [account_id],
  )
  expect(await stepsOf('accounts/refresh-domain-policies')).toBe(1)
})

test('requesting the evaluation of triggers reaches all accounts, with several batches in a step', async () => {
  await database().pool.query(
    `with made as (insert into account (name) select 'Studio ' || n from generate_series(1, 1001) n returning id),
       automations as (insert into automation (account_id, name) select id, 'Welcome' from made returning account_id, id)
     insert into automation_listener (account_id, automation_id, version, step_id, number, purpose, type)
     select account_id, id, 1, 'a', 0, 'entry', 'date_reached' from automations`,
  )
  expect(await stepsOf('automations/request-evaluations')).toBe(1)
  expect(await unscoped().outbox.count({ where: { type: 'automation.evaluation_requested' } })).toBe(1_001)
})
