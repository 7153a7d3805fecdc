import { createHash, randomUUID } from 'node:crypto'
import { getAsyncCtx } from 'inngest/experimental'
import type { EventInput } from '../queue/queue.ts'

export interface Interceptors {
  send: (events: EventInput[]) => Promise<string[]>
  /** Returns the HTTP status for the SDK. */
  checkpoint: (body: string) => Promise<number>
}

/**
 * Replaces the network: handles the SDK's POST requests to an Inngest server in this process. Errors of `send` and `checkpoint` reach the
 * SDK as a rejected fetch, which it retries.
 */
export function interceptFetch({ send, checkpoint }: Interceptors): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const body = String(init?.body ?? '')
    if (pathname.startsWith('/e/')) {
      const seed = new Headers(init?.headers).get('x-inngest-event-id-seed') ?? randomUUID()
      const events = await identify([JSON.parse(body) as EventInput | EventInput[]].flat(), seed)
      return Response.json({ ids: await send(events), status: 200 })
    }
    if (/^\/v1\/checkpoint\/[^/]+\/async$/.test(pathname)) {
      return Response.json({}, { status: await checkpoint(body) })
    }
    return Response.json({ error: `The embedded job engine does not support ${pathname}` }, { status: 501 })
  }
}

/** The sends of each running step, by the seed that the SDK uses for all tries of one send. */
const sends = new WeakMap<object, string[]>()

/**
 * Sets event ids that stay the same when a send is retried after a lost response. In a step, they derive from run, step, position and
 * content, so a step that was interrupted by a crash and runs again sends no duplicates.
 */
async function identify(events: EventInput[], seed: string): Promise<EventInput[]> {
  const execution = (await getAsyncCtx())?.execution
  const step = execution?.executingStep
  const origin = step ? [execution.ctx.runId, step.hashedId, positionOf(step, seed)] : [seed]
  return events.map((event, index) => {
    if (event.id) return event
    const identity = JSON.stringify([...origin, index, event.name, event.data])
    return { ...event, id: createHash('sha256').update(identity).digest('hex') }
  })
}

function positionOf(step: object, seed: string): number {
  const seeds = sends.get(step) ?? []
  sends.set(step, seeds)
  return seeds.includes(seed) ? seeds.indexOf(seed) : seeds.push(seed) - 1
}
