import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { PATIENCE } from '../testing/patience.ts'
import { deepTest } from '../testing/runner/deep.ts'
import { BUILDS, completeBuilds } from './folders.ts'
import { PROJECT, sourcesHash } from './sources.ts'

// A small Next app, built and served by the product's own code. It is below the project, so Next finds its packages.
mkdirSync(path.join(PROJECT, '.next'), { recursive: true })
const root = mkdtempSync(path.join(PROJECT, '.next', 'app-'))
const pathOf = (name: string) => path.join(root, name)
const CHILD = path.join(import.meta.dirname, '../testing/processes/pages-child.ts')

beforeAll(() => {
  mkdirSync(pathOf('app/later'), { recursive: true })
  writeFileSync(pathOf('tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.json' }))
  // If a file "hang" exists, a build writes its process id to it and waits.
  writeFileSync(
    pathOf('next.config.mjs'),
    `import { existsSync, writeFileSync } from 'node:fs'
     import config from '../../next.config.mjs'
     if (existsSync('hang')) {
       writeFileSync('hang', String(process.pid))
       await new Promise((resolve) => setInterval(() => {}, 1000))
     }
     export default { ...config, typescript: { ignoreBuildErrors: true } }`,
  )
  writeFileSync(
    pathOf('app/layout.jsx'),
    'export default ({ children }) => <html lang="en"><body>{children}</body></html>',
  )
  // Without its own instrumentation, Next would use the project's.
  writeFileSync(pathOf('instrumentation.js'), 'export const register = () => {}')
  writeFileSync(pathOf('proxy.js'), 'export const proxy = () => {}')
  writeVersion('first')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function writeVersion(name: string): void {
  const page = (text: string) => `'use client'\nexport default () => <button onClick={() => alert()}>${text}</button>`
  writeFileSync(pathOf('app/page.jsx'), page(`home ${name}`))
  writeFileSync(pathOf('app/later/page.jsx'), page(`later ${name}`))
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

deepTest('a start that is killed during the build leaves nothing that blocks the next start', async () => {
  writeFileSync(pathOf('hang'), '')
  const killed = start()
  await vi.waitUntil(() => readFileSync(pathOf('hang'), 'utf8') !== '', PATIENCE)
  const builder = Number(readFileSync(pathOf('hang'), 'utf8'))
  killed.kill('SIGKILL')
  await vi.waitUntil(() => !isAlive(builder), PATIENCE)
  rmSync(pathOf('hang'))
  expect(readdirSync(pathOf(BUILDS))).toHaveLength(1)
  expect(existsSync(pathOf(`${BUILDS}.lock`))).toBe(true)

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
  expect(readdirSync(pathOf(BUILDS))).toHaveLength(1)
  expect(existsSync(pathOf(`${BUILDS}.lock`))).toBe(false)
  expect(completeBuilds(root)).toHaveLength(1)
})

test('a change of tests or their helpers does not rebuild the pages', () => {
  const old_hash = sourcesHash(root)
  mkdirSync(pathOf('server/testing'), { recursive: true })
  writeFileSync(pathOf('server/testing/clock.ts'), 'export {}')
  writeFileSync(pathOf('app/page.test.tsx'), 'export {}')
  expect(sourcesHash(root)).toBe(old_hash)
  writeFileSync(pathOf('app/styles.css'), '')
  expect(sourcesHash(root)).not.toBe(old_hash)
  for (const name of ['server', 'app/page.test.tsx', 'app/styles.css']) rmSync(pathOf(name), { recursive: true })
})

deepTest(
  'a running process keeps its pages while a newer version is built, and open tabs keep their assets after a restart',
  async () => {
    const old_url = await addressOf(start())
    const before = await read(old_url)
    const assets = before.text.split('"').filter((text) => text.startsWith('/_next/static/') && text.endsWith('.js'))
    expect(before.text).toContain('home first')
    expect(assets).not.toEqual([])

    writeVersion('second')
    const new_url = await addressOf(start())
    expect((await read(new_url)).text).toContain('home second')
    expect(await read(old_url)).toMatchObject({ status: 200, text: expect.stringContaining('home first') })
    // Not loaded before, so the old process reads it from disk now.
    expect(await read(`${old_url}/later`)).toMatchObject({ status: 200, text: expect.stringContaining('later first') })
    for (const asset of assets) {
      const theirs = await read(old_url + asset)
      expect(theirs.status, asset).toBe(200)
      expect(await read(new_url + asset), asset).toEqual(theirs)
    }
    expect(readFileSync(path.join(PROJECT, 'tsconfig.json'), 'utf8')).not.toContain(path.basename(root))
    expect(existsSync(pathOf('tsconfig.json'))).toBe(true)
  },
)
