import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { countWrites } from '../../testing/database/many-rows.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { sampled } from '../../testing/runner/deep.ts'
import { expectWithin, LIMITS, measureJobs } from './measured-run.ts'
import { REAL } from './real-data.ts'

runInOwnDatabase()

const run = measureJobs(countWrites)

test.each(sampled(Object.entries(REAL), 2))(
  '%s processes at most a few thousand rows of real work per step',
  async (id, work) => {
    const account = await testAccount()
    const { steps: least, left, ...input } = await work(account)
    const { steps, outside } = await run(id, { account_id: account.account_id, ...input })
    expect(steps.length).toBeGreaterThanOrEqual(least)
    expect(outside.written).toBeLessThan(10)
    for (const step of [...steps, outside]) expectWithin(step, LIMITS)
    if (left) expect(await account.ctx.sql.rows(`select 1 from ${left}`)).toEqual([])
  },
)
