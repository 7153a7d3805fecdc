import { type Profiler, Session } from 'node:inspector/promises'

/**
 * Parts of a request, and the code of each: the beginning of a file's path, or of a package's, and with `#` a function. The innermost frame that
 * matches any part counts, for the first matching part. A test finds entries that match no file.
 */
export const PARTS: Record<string, readonly string[]> = {
  database: [
    'server/db/',
    'node_modules/pg/',
    'node_modules/pg-',
    'node_modules/postgres-',
    'node_modules/split2/',
    'node_modules/@prisma/',
  ],
  validation: ['node_modules/zod/', 'server/rest/request/parse.ts'],
  logging: [
    'node_modules/pino/',
    'node_modules/pino-',
    'node_modules/sonic-boom/',
    'node_modules/quick-format-unescaped/',
    'node_modules/safe-stable-stringify/',
    'server/core/log.ts',
    'server/http/access-log.ts',
  ],
  metrics: ['node_modules/prom-client/', 'server/rest/metrics.ts', 'server/core/instance/api-use.ts'],
  tracing: ['node_modules/@opentelemetry/', 'server/core/telemetry/', 'server/http/trace-request.ts'],
  'rate limit': [
    'server/rest/request/rate-limit.ts',
    'server/rest/request/overload.ts',
    'server/lib/concurrency/rolling-limit.ts',
  ],
  authentication: [
    'server/rest/authenticate.ts',
    'server/rest/request/write-key.ts',
    'server/core/credential.ts',
    'server/modules/api-keys/',
    'server/modules/oauth/',
    'server/modules/accounts/plans/',
  ],
  routing: [
    'node_modules/hono/',
    'node_modules/@hono/',
    'server/rest/app.ts',
    'server/rest/request/find-route.ts',
    'server/rest/request/unknown-operation.ts',
    'server/http/',
    'server/modules/sites/hosts.ts',
    'server/auth/source.ts',
    'server/core/request-id.ts',
  ],
  idempotency: ['server/rest/request/idempotency.ts'],
  serialization: ['server/rest/handler.ts#write', 'server/rest/handler.ts#respond', 'server/rest/handler.ts#weakEtag'],
  'body and answer': ['server/rest/request/api-request.ts', 'server/rest/request/node-listener.ts'],
  kernel: ['server/rest/', 'server/core/', 'server/auth/'],
  services: ['server/modules/', 'server/lib/'],
}

/** Values are parsed by schemas, which are next to the code that they belong to. */
const SCHEMA = /schema\.ts$/

/** Returns the part of a frame, by its function and the address of its file. */
export function partOfFrame(url: string, name: string): string | undefined {
  const frame = `${placeOf(url)}#${name}`
  if (frame.startsWith('server/') && SCHEMA.test(placeOf(url))) return 'validation'
  return Object.keys(PARTS).find((part) =>
    PARTS[part]?.some((entry) => (entry.includes('#') ? frame === entry : frame.startsWith(entry))),
  )
}

const ROOT = new URL('..', import.meta.url).href

/** Returns the path in the project; of a package, from its last `node_modules` on. */
function placeOf(url: string): string {
  const at = url.lastIndexOf('/node_modules/')
  if (at !== -1) return url.slice(at + 1)
  return url.startsWith(ROOT) ? url.slice(ROOT.length) : ''
}

/** Microseconds of CPU time of each part, by name. */
export type CpuParts = Record<string, number>

/** Profiles this process until the returned function is called. */
export async function startProfile(): Promise<() => Promise<CpuParts>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 500 })
  await session.post('Profiler.start')
  const before = process.cpuUsage()
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    const { user, system } = process.cpuUsage(before)
    session.disconnect()
    return scaled(partsOf(profile), user + system)
  }
}

/** The profiler samples elapsed time, of which other processes used a part: its shares are correct, but its sum is too high. */
function scaled(parts: CpuParts, cpu: number): CpuParts {
  const sum = Object.values(parts).reduce((all, part) => all + part, 0)
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, (part * cpu) / sum]))
}

function partsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): CpuParts {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const frames = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const parts_by_node = new Map<number, string>()
  const partOf = (id: number): string => {
    const found = parts_by_node.get(id)
    if (found !== undefined) return found
    const { url = '', functionName = '' } = frames.get(id) ?? {}
    const parent = parents.get(id)
    const part =
      SPECIAL.get(functionName) ??
      (url === 'node:inspector' ? 'idle' : undefined) ??
      partOfFrame(url, functionName) ??
      (parent === undefined ? 'Node and sockets' : partOf(parent))
    parts_by_node.set(id, part)
    return part
  }
  const parts: CpuParts = {}
  samples.forEach((id, i) => {
    const part = partOf(id)
    parts[part] = (parts[part] ?? 0) + (timeDeltas[i] ?? 0)
  })
  // Starting the profiler counts as idle, too.
  delete parts.idle
  return parts
}

/** V8's names for frames that are not functions. */
const SPECIAL = new Map([
  ['(idle)', 'idle'],
  ['(garbage collector)', 'garbage collector'],
  ['(program)', 'Node and sockets'],
])
