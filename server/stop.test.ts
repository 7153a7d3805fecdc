import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { database } from './db/client.ts'
import { env } from './env.ts'
import { runInOwnDatabase } from './testing/database/own-database.ts'
import { sampled } from './testing/runner/deep.ts'
import { proxyDatabase } from './testing/servers/database-proxy.ts'

runInOwnDatabase()

function startWorker(url: string) {
  const { DATA_DIR, SECRET_KEY } = env()
  const settings = { PATH: '', NODE_ENV: 'test' as const, DATABASE_URL: url, DATA_DIR, SECRET_KEY, LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'worker.ts')], { env: settings })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit') }
}

test('each line of a worker is JSON: its start with its work, and its end', async () => {
  const { child, ended } = startWorker(database().url)
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes('Jobs are running.')) child.kill('SIGTERM')
  })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect([...(await ended), errors]).toEqual([0, null, ''])
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const lineWith = (msg: string) => lines.find((line) => line.msg === msg)
  expect(lineWith('this process runs jobs')).toMatchObject({
    level: 30,
    jobs: 'embedded',
    concurrency: expect.any(Number),
    sending: expect.any(Number),
  })
  expect(lineWith('Jobs are running.')).toMatchObject({ level: 30, time: expect.stringMatching(/^\d{4}-.*Z$/) })
  expect(lineWith('this process stops: it finishes its requests and jobs')).toMatchObject({ grace_ms: 10_000 })
  expect(lines.at(-1)).toMatchObject({ msg: 'this process has stopped', took_ms: expect.any(Number) })
})

test('a stop is complete even when it waits for something that does not keep a process alive', async () => {
  const script = `import { runUntilStopped } from './stop.ts'
    await runUntilStopped(async ({ work, runtime }) => {
      const server = setInterval(() => {}, 1_000)
      work(() => clearInterval(server))
      runtime(() => new Promise((resolve) => setTimeout(resolve, 100).unref()).then(() => console.log('closed')))
      process.kill(process.pid, 'SIGTERM')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { PATH: '', NODE_ENV: 'test' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output, errors, ended] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect([output, errors, ended]).toEqual(['closed\n', '', [0, null]])
})

/** The first messages, migrations, and the queries before jobs start. */
const CUTS = sampled([4, 31, 61, 88], 0)

test.each(CUTS)('a start whose connections are cut at message %d ends with one line on what to do', async (at) => {
  let messages = 0
  const proxy = await proxyDatabase(database().url, () => ({
    toServer: (bytes) => {
      if (++messages < at) return bytes
      proxy.close()
      return undefined
    },
  }))
  onTestFinished(() => proxy.close())
  const { child, ended } = startWorker(proxy.url)
  const [errors, [code]] = await Promise.all([text(child.stderr), ended])
  expect(JSON.parse(errors)).toMatchObject({ level: 60, msg: expect.stringMatching(/^DATABASE_URL: .*\. Start /) })
  expect(code).toBe(1)
})
