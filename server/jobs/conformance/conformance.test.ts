import pLimit from 'p-limit'
import { afterAll, beforeAll, inject, test } from 'vitest'
import { makeDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { endingCases } from './ending-cases.ts'
import { embeddedEngine, inngestServer } from './engines.ts'
import { failureCases } from './failure-cases.ts'
import { flowCases } from './flow-cases.ts'
import { messageCases } from './message-cases.ts'
import { singletonCases } from './singleton-cases.ts'
import { type Case, type ConformanceEngine, Ends, Stage } from './stage.ts'
import { stepCases } from './step-cases.ts'

// The slowest cases come first.
const CASES: Case[] = [...endingCases, ...stepCases, ...failureCases, ...messageCases, ...flowCases, ...singletonCases]
/** Set by `npm run engine-conformance`. */
const server = inject('inngest_server')
const session = Date.now().toString(36)
const app = `conformance-${session}`

let database: TestDatabase | undefined
let engine: ConformanceEngine
const plays = new Map<string, Promise<unknown>>()

beforeAll(async () => {
  if (server) engine = inngestServer({ base_url: server, app })
  else {
    database = await makeDatabase(inject('server_url'))
    engine = embeddedEngine({ url: database.url, app })
  }
  const ends = new Ends()
  const set = CASES.map(({ fact, set }, number) => ({ fact, ...set(new Stage(engine, ends, { number, session })) }))
  await engine.start([ends.function(engine.inngest), ...set.flatMap(({ functions }) => functions)])
  // Concurrently, because most cases wait for time to pass.
  const inTurn = pLimit(engine.concurrency)
  for (const { fact, play } of set) {
    const outcome = inTurn(play).then(
      () => undefined,
      (error: unknown) => error,
    )
    plays.set(fact, outcome)
  }
})

afterAll(async () => {
  await engine.stop()
  await database?.drop()
})

// Not `$fact`, which vitest truncates.
test.each(CASES.map(({ fact }) => fact))('%s', async (fact) => {
  const error = await plays.get(fact)
  if (error) throw error
})
