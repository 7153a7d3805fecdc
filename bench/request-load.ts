import { Pool } from 'undici'
import { addressNumber, tokenNumber } from './list-data.ts'

// The load of bench/requests.ts, in a separate process: keeps a number of requests in flight for some seconds, and reports how many were
// answered and how long they took.

export interface Load {
  port: number
  method: 'GET' | 'POST' | 'PUT'
  /** `{n}` is replaced with the number of the request, `{id}` and `{address}` with a subscriber, and `{tag}` with a tag, which vary with it. */
  path: string
  body?: string
  /** Number of the first request. */
  from: number
  ids: { first: number; count: number }
  tags: number[]
  /** Values of `{token}`, used in turn. */
  tokens: string[]
  /** Number of apps used in turn. */
  apps: number
  connections: number
  seconds: number
}

export interface Loaded {
  answered: number
  per_second: number
  median_ms: number
  p99_ms: number
}

/** Coprime to every number of subscribers, so the requests reach every subscriber in a scattered order. */
const STRIDE = 7_919
const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'

async function run(load: Load): Promise<Loaded> {
  const pool = new Pool(`http://127.0.0.1:${load.port}`, { connections: load.connections, pipelining: 1 })
  const started_at = performance.now()
  const until = started_at + load.seconds * 1000
  const times: number[] = []
  let n = load.from
  const connection = async () => {
    while (performance.now() < until) {
      const sent = performance.now()
      await ask(pool, load, n++)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: load.connections }, connection))
  const per_second = (times.length * 1000) / (performance.now() - started_at)
  await pool.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { answered: times.length, per_second, median_ms: at(0.5), p99_ms: at(0.99) }
}

function ask(pool: Pool, { method, path, body, ids, tags, tokens, apps }: Load, n: number): Promise<void> {
  const fill = (text: string) =>
    text
      .replace('{n}', String(n))
      .replace('{id}', String(ids.first + ((n * STRIDE) % ids.count)))
      .replace('{address}', addressNumber(1 + ((n * STRIDE) % ids.count)))
      .replace('{tag}', String(tags[Math.floor(n / ids.count) % tags.length]))
      .replace('{token}', tokens[n % tokens.length] ?? '')
  const headers = {
    authorization: `Bearer ${tokenNumber(n % apps)}`,
    'content-type': 'application/json',
    'user-agent': BROWSER,
  }
  return new Promise((resolve, reject) => {
    let status = 0
    let refusal = ''
    pool.dispatch(
      { method, path: fill(path), headers, body: body === undefined ? null : fill(body) },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, code) => {
          status = code
        },
        onResponseData: (_controller, chunk) => {
          if (status >= 400) refusal += chunk.toString()
        },
        onResponseEnd: () =>
          status < 400 ? resolve() : reject(new Error(`${method} ${path} answered ${status} ${refusal}`)),
        onResponseError: (_controller, error) => reject(error),
      },
    )
  })
}

process.on('message', async (load: Load) => process.send?.(await run(load)))
