import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCtx } from '../core/context.ts'
import { createSafeFetch, type SafeFetch } from '../lib/net/safe-fetch.ts'
import { reasonOf } from '../modules/webhooks/delivery/post.ts'
import {
  type ActiveEndpoint,
  listActiveEndpoints,
  newestDelivery,
  type TailedDelivery,
  tailDeliveries,
} from '../modules/webhooks/history/tail.ts'
import { accountOf } from './accounts.ts'
import { type Command, numeric, UsageError, type Values } from './command.ts'
import { interruptible } from './interrupt.ts'

const LOOK_MS = 1_000
/** Networks in which a developer's own server may run. */
const NEARBY = ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']

export const tailWebhooks: Command = {
  summary: 'shows deliveries as they are made and posts each, signed again, to an address of yours; Ctrl-C ends it',
  usage:
    'webhooks tail [--forward <address>] [--endpoint <id>] [--account <id> | --email <owner>] [--count <deliveries>]',
  options: {
    forward: { type: 'string' },
    endpoint: { type: 'string' },
    account: { type: 'string' },
    email: { type: 'string' },
    count: { type: 'string' },
  },
  async run(values) {
    const max_deliveries = numeric(values, 'count', { least: 1, most: 1_000_000, otherwise: Number.MAX_SAFE_INTEGER })
    const url = addressOf(values)
    const { account_id, endpoints } = await followed(values)
    const endpoint_id = values.endpoint === undefined ? undefined : endpoints[0]?.id
    const ctx = systemCtx(account_id)
    return interruptible(async (ended) => {
      const outlet = createSafeFetch({ allow_networks: NEARBY, allow_ports: 'any' })
      // A developer who stops the command at a breakpoint does not wait for the response.
      const leaving = once(ended, 'abort').then(() => 'left without an answer')
      const [since, seen] = [await newestDelivery(ctx), new Set<number>()]
      let shown_deliveries = 0
      if (!values.json) for (const line of greeting({ account_id, endpoints, url })) console.log(line)
      while (!ended.aborted && shown_deliveries < max_deliveries) {
        const deliveries = await tailDeliveries(ctx, { endpoint_id, since, seen })
        for (const delivery of deliveries.slice(0, max_deliveries - shown_deliveries)) {
          if (ended.aborted) break
          const result = url === undefined ? null : await Promise.race([forward(outlet, url, delivery), leaving])
          show(delivery, result, Boolean(values.json))
          shown_deliveries++
        }
        if (shown_deliveries < max_deliveries) await sleep(LOOK_MS, undefined, { signal: ended }).catch(() => undefined)
      }
      if (!ended.aborted) await outlet.close()
      return {
        lines: [`${shown_deliveries} ${shown_deliveries === 1 ? 'delivery' : 'deliveries'}`],
        data: { deliveries: shown_deliveries },
      }
    })
  },
}

/** Returns the address that deliveries are posted to, if any. */
function addressOf({ forward }: Values): string | undefined {
  const url = forward as string | undefined
  if (url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url
  throw new UsageError(`--forward ${url} is not an http(s) address, such as http://localhost:3000/hook`)
}

interface Followed {
  account_id: number
  endpoints: ActiveEndpoint[]
}

/** Returns the account and the endpoints to follow. */
async function followed(values: Values): Promise<Followed> {
  const named_account = values.account !== undefined || values.email !== undefined ? await accountOf(values) : undefined
  const listening = (await listActiveEndpoints()).filter(
    ({ account_id }) => account_id === (named_account ?? account_id),
  )
  if (values.endpoint !== undefined) {
    const endpoint = listening.find(({ id }) => String(id) === values.endpoint)
    if (endpoint) return { account_id: endpoint.account_id, endpoints: [endpoint] }
    const known = listening.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none'
    throw new UsageError(`There is no active endpoint ${values.endpoint}. Active endpoints: ${known}`)
  }
  if (named_account !== undefined) return { account_id: named_account, endpoints: listening }
  const [account_id, ...others] = new Set(listening.map((endpoint) => endpoint.account_id))
  if (account_id === undefined)
    throw new UsageError('There is no active endpoint. Create a webhook under Settings › Webhooks first')
  if (others.length > 0) throw new UsageError('Several accounts have webhooks. Name one with --account or --email')
  return { account_id, endpoints: listening }
}

function greeting({ account_id, endpoints, url }: Followed & { url: string | undefined }): string[] {
  const [only, another] = endpoints
  const whose = only && !another ? `“${only.name}” in account ${account_id}` : `account ${account_id}`
  const first = `Deliveries of ${whose}${url ? `, posted to ${url}` : ''}. Ctrl-C ends it.`
  if (!only) return [first, 'It has no webhook that listens yet: make one under Settings › Webhooks.']
  if (!url || !another) return [first]
  // A server that verifies one secret refuses deliveries of another endpoint.
  return [
    first,
    `Each of its ${endpoints.length} endpoints signs with a secret of its own: --endpoint <id> follows one.`,
  ]
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

/** Prints one line per delivery. */
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
