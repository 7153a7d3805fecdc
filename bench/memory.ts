/**
 * Memory of the built product over one load each: pages of the dashboard, API requests, sent emails, previews, uploads of images. Each load has
 * its own product with the demo account and is done in tenths; memory is read some seconds after each.
 *
 *   node bench/memory.ts [--load pages,api,emails,previews,images] [--share 0.1] [--settle 15] [--snapshots folder]
 *
 * Pss: memory of the server and its child processes, without PostgreSQL. The heap, memory outside of it that V8 tracks (external), and
 * buffers belong to the server. The last line is after V8 was told to collect garbage. With --snapshots, heaps are written after the first and
 * the last tenth, for which V8 also collects garbage.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProduct, untilReady } from '../e2e/support/process.ts'
import { HEAP, MALLOC } from '../scripts/setup.mjs'
import { freePort } from '../server/lib/net/free-port.ts'
import { type HeapFigures, Inspector } from './inspector.ts'
import { LOADS, type Load } from './memory-loads.ts'
import { allowLoads, openStage } from './memory-stage.ts'
import { pssOfTree } from './pss.ts'

const { values } = parseArgs({
  options: {
    load: { type: 'string', default: Object.keys(LOADS).join(',') },
    share: { type: 'string', default: '1' },
    settle: { type: 'string', default: '15' },
    snapshots: { type: 'string' },
  },
})
const TENTHS = 10
const COLUMNS = ['Pss', 'RSS', 'heap', 'of', 'external', 'buffers']
const HEAD = ['MB'.padEnd(18), ...COLUMNS.map((name) => name.padStart(9))].join('')
const settle = () => delay(Number(values.settle) * 1_000)

for (const name of values.load.split(',')) {
  const load = LOADS[name]
  if (!load) throw new Error(`No load ${name}. Loads: ${Object.keys(LOADS).join(', ')}`)
  await measure(name, load)
}

async function measure(name: string, { count, start }: Load): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-memory-'))
  const data_dir = path.join(dir, 'data')
  const sink = spawn(process.execPath, [path.join(import.meta.dirname, 'smtp-sink.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [port] = await once(sink.stdout, 'data')
  const inspected = await freePort()
  const settings = {
    ...MALLOC,
    DATA_DIR: data_dir,
    SMTP_URL: `smtp://127.0.0.1:${Number(port)}/?tls=never`,
    REQUIRE_SENDING_DOMAIN: 'off',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    LOG_LEVEL: 'error',
  }
  // The first start creates the demo account, which takes additional memory.
  await withProduct(settings, HEAP, () => allowLoads(data_dir))
  await withProduct(settings, [...HEAP, `--inspect=127.0.0.1:${inspected}`], async (product) => {
    await using inspector = await Inspector.open(inspected)
    await using stage = await openStage({ base_url: product.base_url, data_dir, sink })
    const amount = Math.ceil((count * Number(values.share)) / TENTHS)
    console.log(`\n${name}: ${amount * TENTHS} at a load of ${os.loadavg()[0]?.toFixed(1)}\n${HEAD}`)
    const print = async (when: string) => {
      console.log(row(when, pssOfTree(product.child.pid ?? 0), await inspector.memory()))
    }
    const run = await start(stage)
    await settle()
    await print('idle')
    for (let tenth = 1; tenth <= TENTHS; tenth++) {
      const began = performance.now()
      await run({ from: (tenth - 1) * amount, count: amount })
      const seconds = (performance.now() - began) / 1_000
      await settle()
      await print(`${tenth * amount} (${seconds.toFixed(0)} s)`)
      if (values.snapshots && (tenth === 1 || tenth === TENTHS))
        await inspector.snapshot(path.join(values.snapshots, `${name}-${tenth}.heapsnapshot`))
    }
    await inspector.collectGarbage()
    await settle()
    await print('collected')
  }).finally(() => {
    sink.kill()
    rmSync(dir, { recursive: true, force: true })
  })
}

type Product = Awaited<ReturnType<typeof startProduct>>

async function withProduct(
  settings: Record<string, string>,
  flags: string[],
  use: (product: Product) => Promise<void>,
) {
  const product = await startProduct(settings, { flags })
  try {
    await untilReady(product)
    await use(product)
  } finally {
    product.child.kill('SIGTERM')
    await product.ended()
  }
}

function row(when: string, pss: number, { rss, heapUsed, heapTotal, external, arrayBuffers }: HeapFigures): string {
  const bytes = [pss, rss, heapUsed, heapTotal, external, arrayBuffers]
  return [when.padEnd(18), ...bytes.map((value) => (value / 2 ** 20).toFixed(0).padStart(9))].join('')
}
