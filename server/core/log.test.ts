import { spawn } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { mkdtempSync, openSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { database } from '../db/client.ts'
import { PATIENCE } from '../testing/patience.ts'
import { makeLog, output } from './log.ts'

test('an error of the database is logged without data of its row [L5]', async () => {
  const lines: string[] = []
  const log = makeLog('info', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const error: unknown = await database()
    .pool.query(`insert into service_mail (account_id, to_address, id) values (null, 'ada@x.example', 1)`)
    .catch((reason: unknown) => reason)
  expect((error as { detail: string }).detail).toContain('ada@x.example')
  log.warn({ err: error }, 'it did not work')
  expect(lines.join('')).not.toContain('ada@x.example')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'it did not work',
    err: { type: 'DatabaseError', code: '23502', stack: expect.stringContaining('log.test.ts') },
  })
})

/** Runs the code in a process of its own, which logs to its output. */
function start(code: string) {
  const module = JSON.stringify(path.join(import.meta.dirname, 'log.ts'))
  const script = `const { logConsole, makeLog } = await import(${module}); const log = makeLog('info'); ${code}`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
}

const linesOf = (code: string) => text(start(code).stdout)

test.each([
  ['ends', ''],
  ['exits', 'process.exit(1)'],
  ['fails', `throw new Error('not expected')`],
])('a process that %s writes every line first', async (_, end) => {
  expect(await linesOf(`log.info('the last line'); ${end}`)).toContain('the last line')
})

test('a line arrives while the process lives, and then nothing is written', async () => {
  const file = output(openSync(path.join(mkdtempSync(path.join(os.tmpdir(), 'envoi-log-')), 'log'), 'w'))
  const written: number[] = []
  ;(file as unknown as EventEmitter).on('write', (bytes: number) => written.push(bytes))
  const log = makeLog('info', file)
  log.info('first')
  await vi.waitUntil(() => written.length >= 2, PATIENCE)
  // Ten of the periods in which lines are collected.
  await delay(1_000)
  // The second is empty: lines may have come while the first was written.
  expect(written).toEqual([expect.any(Number), 0])
})

test('kill -9 loses no warning', async () => {
  // After the warning the process runs no more code, so no timer can write the line later.
  const stop = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
  const child = start(`log.info('first'); log.warn('broken'); ${stop}`)
  onTestFinished(() => void child.kill('SIGKILL'))
  let lines = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    lines += more
  })
  await vi.waitUntil(() => lines.includes('broken'), PATIENCE)
  expect(lines).toContain('first')
  expect(lines).toContain('broken')
})

test('what packages print is a line of the log', async () => {
  const lines = await linesOf(
    `logConsole(log); console.log('took %d ms', 4); console.error('failed', new Error('broken')); console.debug('hidden')`,
  )
  expect(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ level: 30, msg: 'took 4 ms' }),
    expect.objectContaining({ level: 50, msg: 'failed', err: expect.objectContaining({ message: 'broken' }) }),
  ])
})
