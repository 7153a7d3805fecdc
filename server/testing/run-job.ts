import { clock } from '../core/clock.ts'
import { systemCtx } from '../core/context.ts'
import { rootLogger } from '../core/log.ts'
import { database } from '../db/client.ts'
import { readAnswer } from '../jobs/engine/run/answer.ts'
import { SdkHandler } from '../jobs/engine/run/sdk.ts'
import { createJobsClient } from '../jobs/inngest/client.ts'
import { type JobDefinition, named } from '../jobs/job.ts'

/** Returns a job's functions as registered by a process, by id. */
export function functionsOf(definition: JobDefinition) {
  const log = rootLogger()
  const client = createJobsClient({}, log, async () => Response.error())
  const services = { pool: database().pool, now: () => clock.now(), log, systemCtx, singleton_kept_ms: 0 }
  const functions = definition.create(client, services)
  return { client, functions, ids: functions.map((fn) => fn.id()) }
}

/** Runs a cron until it ends, through the SDK, like an engine at a tick. Returns the number of steps. Throws its errors. */
export async function tick(definition: JobDefinition): Promise<number> {
  const { client, functions } = functionsOf(definition)
  const sdk = new SdkHandler(client, functions)
  const event = { name: 'inngest/scheduled.timer', data: {} }
  const steps: Record<string, unknown> = {}
  for (;;) {
    const ctx = { run_id: 'tick', attempt: 0, stack: { stack: Object.keys(steps), current: Object.keys(steps).length } }
    const body = JSON.stringify({ event, events: [event], version: -1, steps, ctx })
    const answer = readAnswer(await sdk.call(`${client.id}-${named(definition.id).id}`, 'step', body))
    if (answer.kind === 'completed') return Object.keys(steps).length
    if (answer.kind !== 'steps') throw new Error(`${definition.id} ${JSON.stringify(answer)}`)
    for (const { id, data, error } of answer.ops) {
      if (error) throw new Error(`${definition.id} ${JSON.stringify(error)}`)
      steps[id] = { type: 'data', data }
    }
  }
}
