import { setTimeout as sleep } from 'node:timers/promises'
import { systemCtx } from '../core/context.ts'
import { createSafeFetch, type SafeFetch } from '../lib/safe-fetch.ts'
import { reasonOf } from '../modules/webhooks/post.ts'
import { accountsThatListen, newestDelivery, type TailedDelivery, tailDeliveries } from '../modules/webhooks/tail.ts'
import { accountOf } from './accounts.ts'
import { type Command, numeric, UsageError, type Values } from './command.ts'

const LOOK_MS = 1_000
/** Where a developer's own server may listen. */
const NEARBY = ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

export const tailWebhooks: Command = {
  summary: 'shows deliveries as they are made and posts each, signed anew, to an address of yours; Ctrl-C ends it',
  usage: 'webhooks tail [--forward <address>] [--account <id> | --email <owner>] [--count <deliveries>]',
  options: {
    forward: { type: 'string' },
    account: { type: 'string' },
    email: { type: 'string' },
    count: { type: 'string' },
  },
  async run(values) {
    const most = numeric(values, 'count', { least: 1, most: 1_000_000, otherwise: Number.MAX_SAFE_INTEGER })
    const url = addressOf(values)
    const ctx = systemCtx(await listeningAccount(values))
    const outlet = createSafeFetch({ allow_networks: NEARBY, allow_ports: 'any' })
    const ended = new AbortController()
    const end = () => ended.abort()
    process.once('SIGINT', end)
    const [since, seen] = [await newestDelivery(ctx), new Set<number>()]
    let shown = 0
    if (!values.json)
      console.log(`Deliveries of account ${ctx.account_id}${url ? `, posted to ${url}` : ''}. Ctrl-C ends it.`)
    while (!ended.signal.aborted && shown < most) {
      const deliveries = await tailDeliveries(ctx, { since, seen })
      for (const delivery of deliveries.slice(0, most - shown)) {
        if (ended.signal.aborted) break
        show(delivery, url === undefined ? null : await forward(outlet, url, delivery), Boolean(values.json))
        shown++
      }
      if (shown < most) await sleep(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined)
    }
    process.off('SIGINT', end)
    await outlet.close()
    return { lines: [`${shown} ${shown === 1 ? 'delivery' : 'deliveries'}`], data: { deliveries: shown } }
  },
}

/** Where deliveries are posted to, if anywhere. */
function addressOf({ forward }: Values): string | undefined {
  const url = forward as string | undefined
  if (url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url
  throw new UsageError(`--forward ${url} is no http(s) address, such as http://localhost:3000/hook`)
}

async function listeningAccount(values: Values): Promise<number> {
  if (values.account !== undefined || values.email !== undefined) return accountOf(values)
  const [account_id, ...others] = await accountsThatListen()
  if (account_id === undefined)
    throw new UsageError('Nobody listens yet: make a webhook under Settings → Webhooks first, of whatever address')
  if (others.length > 0) throw new UsageError('Several accounts have webhooks: name one with --account or --email')
  return account_id
}

async function forward(outlet: SafeFetch, url: string, { body, headers }: TailedDelivery): Promise<string> {
  const started = performance.now()
  try {
    const { status } = await outlet.fetch(url, { method: 'POST', headers, body, max_bytes: 1_000, head_suffices: true })
    return `${status} in ${Math.round(performance.now() - started)} ms`
  } catch (error) {
    return reasonOf(error)
  }
}

/** One line each, so that it can be searched while it runs. */
function show(
  { id, event_type, event_count, endpoint_name, body }: TailedDelivery,
  result: string | null,
  json: boolean,
) {
  if (json)
    return console.log(JSON.stringify({ id, event_type, event_count, endpoint_name, result, body: JSON.parse(body) }))
  const time = new Date().toTimeString().slice(0, 8)
  const events = `${event_count} ${event_count === 1 ? 'event' : 'events'}`
  console.log(
    [time, event_type.padEnd(40), events.padEnd(11), `#${id}`, endpoint_name, result].filter(Boolean).join('  '),
  )
}
