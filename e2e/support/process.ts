import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../server/lib/net/free-port.ts'

/** A process of the product, started by `npm start`, `npm run worker` or `npm run envoi`. */
export interface Running {
  child: ChildProcess
  base_url: string
  /** All output so far. */
  output: () => string
  /** Messages of its output lines. Throws if a line is not JSON, which it must be outside a terminal. */
  announced: () => string[]
  /** Resolves with the exit code, or null if it was killed. */
  ended: () => Promise<number | null>
}

/** Settings that must not be inherited from the environment. */
const UNSET = {
  DATABASE_URL: '',
  BASE_URL: '',
  APP_URL: '',
  SMTP_URL: '',
  TRANSPORTS: '',
  WARM_UP: 'off',
  SECRET_KEY: '',
  HOST: '',
  NODE_ENV: '',
}

export async function startProduct(
  settings: Record<string, string>,
  options: {
    program?: 'main' | 'worker' | 'cli'
    args?: string[]
    port?: number
    root?: string
    flags?: string[]
  } = {},
): Promise<Running> {
  const port = options.port ?? (await freePort())
  const program = options.program ?? 'main'
  const files = settings.NODE_ENV === 'development' ? [`server/${program}.ts`] : ['server/build/launch.ts', program]
  const child = spawn(process.execPath, [...(options.flags ?? []), ...files, ...(options.args ?? [])], {
    // A copy of the project, or this one.
    cwd: options.root,
    env: {
      ...process.env,
      ...UNSET,
      LOG_LEVEL: 'warn',
      API_WAIT_MS: '0',
      PORT: String(port),
      ...settings,
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const closed = once(child, 'close') as Promise<[number | null]>
  return {
    child,
    base_url: `http://localhost:${port}`,
    output: () => output,
    announced: () =>
      output
        .slice(0, output.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { msg: string }).msg),
    ended: async () => (await closed)[0],
  }
}

/** Only a hanging product takes this long. */
const PATIENCE_MS = 30 * 60_000

/** Waits until the product is ready. Throws with its output if it exits. */
export async function untilReady({ child, base_url, output }: Running): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product ended with exit code ${child.exitCode}:\n${output()}`)
    const ready = await fetch(`${base_url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The product is not ready after half an hour:\n${output()}`)
}
