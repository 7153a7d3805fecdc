import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { PATIENCE } from '../testing/patience.ts'
import { deepTest } from '../testing/runner/deep.ts'
import { BUILDS, completeBuilds } from './folders.ts'
import { PROJECT, sourcesHash } from './sources.ts'

// A small Next app, built and served by the product's own code. Below the project, so Next finds its packages.
mkdirSync(path.join(PROJECT, '.next'), { recursive: true })
const root = mkdtempSync(path.join(PROJECT, '.next', 'app-'))
const at = (name: string) => path.join(root, name)
const CHILD = path.join(import.meta.dirname, '../testing/processes/pages-child.ts')

beforeAll(() => {
  mkdirSync(at('app/later'), { recursive: true })
  writeFileSync(at('tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json' }))
  // If a file "hang" exists, a build writes its process ID to it and waits.
  writeFileSync(
    at('next.config.mjs'),
    `import { existsSync, writeFileSync } from 'node:fs'
     import config from '../../next.config.mjs'
     if (existsSync('hang')) {
       writeFileSync('hang', String(process.pid))
       await new Promise((resolve) => setInterval(() => {}, 1000))
     }
     export default { ...config, typescript: { ignoreBuildErrors: true } }`,
  )
  writeFileSync(at('app/layout.jsx'), 'export default ({ children }) => <html lang="en"><body>{children}</body></html>')
  // Without one of its own, Next takes the project's.
  writeFileSync(at('instrumentation.js'), 'export const register = () => {}')
  writeFileSync(at('proxy.js'), 'export const proxy = () => {}')
  writeVersion('first')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function writeVersion(name: string): void {
  const page = (text: string) => `'use client'\nexport default () => <button onClick={() => alert()}>${text}</button>`
  writeFileSync(at('app/page.jsx'), page(`home ${name}`))
  writeFileSync(at('app/later/page.jsx'), page(`later ${name}`))
}

function start(): ChildProcess {
  const child = fork(CHILD, [root], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function addressOf(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`It ended with exit code ${code}.`)))
  const { promise, resolve } = Promise.withResolvers<number>()
  child.on('message', (message: { port?: number }) => message.port && resolve(message.port))
  return `http://127.0.0.1:${await Promise.race([promise, ended])}`
}

const read = async (url: string) => {
  const answer = await fetch(url)
  return { status: answer.status, text: await answer.text() }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a start that is killed during the build leaves nothing that blocks the next start', async () => {
  writeFileSync(at('hang'), '')
  const killed = start()
  await vi.waitUntil(() => readFileSync(at('hang'), 'utf8') !== '', PATIENCE)
  const builder = Number(readFileSync(at('hang'), 'utf8'))
  killed.kill('SIGKILL')
  await vi.waitUntil(() => !isAlive(builder), PATIENCE)
  rmSync(at('hang'))
  expect(readdirSync(at(BUILDS))).toHaveLength(1)
  expect(existsSync(at(`${BUILDS}.lock`))).toBe(true)

  const next = start()
  const steps: string[] = []
  next.on('message', ({ step }: { step?: string }) => step && steps.push(step))
  expect((await read(await addressOf(next))).text).toContain('home first')
  expect(steps).toEqual([
    'Building the pages (1 to 3 minutes, once for these sources) ...',
    '  The pages are compiled.',
    '  Collecting page data ...',
    ...[0, 1, 2, 3, 4].map((pages) => `  Generating static pages: ${pages} of 4`),
    'Compressing files ...',
  ])
  expect(readdirSync(at(BUILDS))).toHaveLength(1)
  expect(existsSync(at(`${BUILDS}.lock`))).toBe(false)
  expect(completeBuilds(root)).toHaveLength(1)
})

test('a change of tests or of what they use does not build the pages again', () => {
  const before = sourcesHash(root)
  mkdirSync(at('server/testing'), { recursive: true })
  writeFileSync(at('server/testing/clock.ts'), 'export {}')
  writeFileSync(at('app/page.test.tsx'), 'export {}')
  expect(sourcesHash(root)).toBe(before)
  writeFileSync(at('app/styles.css'), '')
  expect(sourcesHash(root)).not.toBe(before)
  for (const name of ['server', 'app/page.test.tsx', 'app/styles.css']) rmSync(at(name), { recursive: true })
})

deepTest(
  'a running process keeps its pages while a newer version is built, and open tabs keep their assets after a restart',
  async () => {
    const old = await addressOf(start())
    const before = await read(old)
    const assets = before.text.split('"').filter((text) => text.startsWith('/_next/static/') && text.endsWith('.js'))
    expect(before.text).toContain('home first')
    expect(assets).not.toEqual([])

    writeVersion('second')
    const newer = await addressOf(start())
    expect((await read(newer)).text).toContain('home second')
    expect(await read(old)).toMatchObject({ status: 200, text: expect.stringContaining('home first') })
    // Not loaded before: the old process reads it from disk now.
    expect(await read(`${old}/later`)).toMatchObject({ status: 200, text: expect.stringContaining('later first') })
    for (const asset of assets) {
      const theirs = await read(old + asset)
      expect(theirs.status, asset).toBe(200)
      expect(await read(newer + asset), asset).toEqual(theirs)
    }
    expect(readFileSync(path.join(PROJECT, 'tsconfig.json'), 'utf8')).not.toContain(path.basename(root))
    expect(existsSync(at('tsconfig.json'))).toBe(true)
  },
)
