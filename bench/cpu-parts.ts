import { type Profiler, Session } from 'node:inspector/promises'

/** What a request passes through, and the code that does it: a rule matches the innermost frame that any rule knows. */
const PARTS: Record<string, RegExp> = {
  database: /\/server\/db\/|\/node_modules\/(pg|pg-[a-z-]+|postgres-[a-z]+|@prisma\/[a-z-]+)\//,
  validation: /\/node_modules\/zod\/|\/server\/rest\/parse\.ts|schema\.ts/,
  logging:
    /\/node_modules\/(pino|sonic-boom|pino-[a-z-]+|quick-format-unescaped)\/|\/server\/(core\/log|access-log)\.ts/,
  metrics: /\/node_modules\/prom-client\/|\/server\/rest\/metrics\.ts/,
  'rate limit': /\/server\/rest\/rate-limit\.ts|\/server\/lib\/rolling-limit\.ts/,
  authentication:
    /\/server\/rest\/authenticate\.ts|\/server\/core\/credential\.ts|\/server\/modules\/(api-keys|oauth)\//,
  routing: /\/node_modules\/(hono|@hono\/[a-z-]+)\/|\/server\/(http|request-target)\.ts|\/server\/rest\/app\.ts/,
  serialization: /\/server\/rest\/handler\.ts#(write|respond|weakEtag)$/,
  'body and answer': /\/server\/rest\/(api-request|node-listener)\.ts/,
  kernel: /\/server\/(rest|core|auth)\//,
  services: /\/server\/(modules|lib)\//,
}

/** Microseconds of CPU that each part took, by name. */
export type CpuParts = Record<string, number>

/** Profiles this process until the function that it returns is called. */
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

/** The profiler samples elapsed time, of which other processes took a part: its shares are right, its sum is too high. */
function scaled(parts: CpuParts, cpu: number): CpuParts {
  const sum = Object.values(parts).reduce((all, part) => all + part, 0)
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, (part * cpu) / sum]))
}

function partsOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): CpuParts {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const frames = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const known = new Map<number, string>()
  const partOf = (id: number): string => {
    const found = known.get(id)
    if (found !== undefined) return found
    const { url = '', functionName = '' } = frames.get(id) ?? {}
    const parent = parents.get(id)
    const part =
      SPECIAL.get(functionName) ??
      (url === 'node:inspector' ? 'idle' : undefined) ??
      Object.keys(PARTS).find((name) => PARTS[name]?.test(`${url}#${functionName}`) || PARTS[name]?.test(url)) ??
      (parent === undefined ? 'Node and sockets' : partOf(parent))
    known.set(id, part)
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

/** Frames that V8 has for what is no function. */
const SPECIAL = new Map([
  ['(idle)', 'idle'],
  ['(garbage collector)', 'garbage collector'],
  ['(program)', 'Node and sockets'],
])
