import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { env } from '../../env.ts'
import { freePort } from '../../lib/net/free-port.ts'
import { makeEmptyDatabase, type TestDatabase } from '../../testing/database/database.ts'
import { sampled } from '../../testing/runner/deep.ts'
import { build } from '../build.ts'
import { SERVICE } from '../folders.ts'
import { PROJECT } from '../sources.ts'

/** The programs of the build, which starts, workers and commands run, and the same programs as sources, which development and tests run. */
const PROGRAMS = {
  bundle: (name: string) => path.join(folder, `${name}.mjs`),
  sources: (name: string) => path.join(PROJECT, `server/${name}.ts`),
}
type Form = keyof typeof PROGRAMS

let folder: string
let test_database: TestDatabase
let key: string
beforeAll(async () => {
  folder = path.join(PROJECT, await build(), SERVICE)
  test_database = await makeEmptyDatabase(inject('server_url'))
  const created = await command('bundle', 'account', 'create', ...OWNER)
  expect(created).toMatchObject({ code: 0, errors: '' })
  const { output } = await command('sources', 'key', 'create', ...OWNER, '--json')
  key = (JSON.parse(output) as { api_key: string }).api_key
  return () => test_database.drop()
  // If there is no build yet, it waits for one, which takes 40 minutes with a quarter of a core.
}, 7_200_000)

function start(form: Form, name: string, args: string[], more: Record<string, string> = {}): ChildProcess {
  const { DATA_DIR, SECRET_KEY } = env()
  const settings = { DATABASE_URL: test_database.url, DATA_DIR, SECRET_KEY, LOG_LEVEL: 'warn', WORKER: 'off', ...more }
  return spawn(process.execPath, [PROGRAMS[form](name), ...args], {
    cwd: PROJECT,
    // biome-ignore lint/style/noProcessEnv: Node needs it to find programs
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function command(form: Form, ...args: string[]) {
  const child = start(form, 'cli', args)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ])
  // On a slow machine a warning reports that the start waits.
  return { code: code as number, output, errors: errors.replaceAll(/^\{"level":40.*\n/gm, '') }
}

async function web(form: Form): Promise<string> {
  const port = await freePort()
  // Both use the same address in links and documents.
  const child = start(form, 'main', ['--no-demo'], { PORT: String(port), BASE_URL: 'http://localhost:3000' })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
        if (output.includes('Data     ')) resolve()
      })
    child.once('exit', () => reject(new Error(output)))
  })
  return `http://127.0.0.1:${port}`
}

const OWNER = ['--email', 'owner@example.net']
const COMMANDS = [
  ['plan', 'list', '--json'],
  ['nothing'],
  ['jobs', 'show', '0'],
  ['jobs', 'list', '--json'],
  ['export', '--help'],
  ['addresses', '--json'],
  ['account', 'plan', ...OWNER, '--plan', 'none'],
  ['import', 'nothing.csv', ...OWNER, '--consent', 'in_person'],
]

test('commands of the bundle have the same output as from sources', async () => {
  for (const args of sampled(COMMANDS, 2))
    expect(await command('bundle', ...args), args.join(' ')).toEqual(await command('sources', ...args))
})

const PATHS = [
  '/login',
  '/v4/account',
  '/v4/subscribers?per_page=0',
  '/docs/webhooks/openapi.json',
  '/docs/swagger-ui.css',
  '/nothing',
  '/healthz',
  '/docs',
  '/.well-known/oauth-authorization-server',
]

test('a server of the bundle has the same responses as from sources', async () => {
  const headers = { 'X-Service-Api-Key': key }
  const [bundle, sources] = await Promise.all([web('bundle'), web('sources')])
  const document = (await (await fetch(`${bundle}/v4/openapi.json`)).json()) as { paths: Record<string, object> }
  const documented = Object.entries(document.paths)
    .filter(([, of]) => 'get' in of)
    .map(([name]) => name.replaceAll(/\{\w+\}/g, '1'))
  const ask = async (base: string, name: string) => {
    const answer = await fetch(base + name, { headers, redirect: 'manual' })
    const body = await answer.text()
    // Tokens of forms and ids of requests differ each time.
    return { status: answer.status, type: answer.headers.get('content-type'), body: body.replaceAll(RANDOM, 'random') }
  }
  // The first page waits until the procedures are loaded, and its parts arrive in another order.
  for (const base of [bundle, sources]) await ask(base, '/login')
  for (const name of [...sampled(PATHS, 7), ...sampled(documented, 5), '/v4/openapi.json'])
    expect(await ask(bundle, name), name).toEqual(await ask(sources, name))
})

const RANDOM = /[\w+/=-]{22,}/g

test('files of the bundle have only ASCII characters, so V8 keeps one byte for each', () => {
  const wide = globSync('*.mjs', { cwd: folder }).filter((name) =>
    readFileSync(path.join(folder, name)).some((byte) => byte > 127),
  )
  expect(wide).toEqual([])
})

test('threads of the bundle start', async () => {
  const threads = globSync('server-*-ts.mjs', { cwd: folder }).sort()
  expect(threads).toEqual([
    'server-mail-dkim-signing-thread-ts.mjs',
    'server-mail-reports-parsing-thread-ts.mjs',
    'server-mail-threads-thread-ts.mjs',
  ])
  for (const name of threads) await import(path.join(folder, name))
})
