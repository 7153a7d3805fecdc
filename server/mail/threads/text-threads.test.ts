import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTextThreads, textWork } from '../../core/texts/text-work.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { TextThreads } from './text-threads.ts'

function open(options: ConstructorParameters<typeof TextThreads>[0]) {
  const threads = new TextThreads(options)
  onTestFinished(() => threads.close())
  return threads
}

/** Returns a file whose tasks run the input as told. */
function hostileFile() {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'envoi-threads-')), 'hostile.mjs')
  writeFileSync(
    file,
    `export default async (task) => {
      if (task === 'loop') for (;;);
      if (task === 'memory') for (const all = []; ; ) all.push(Array.from({ length: 10_000 }, (_, at) => ({ at })))
      if (typeof task === 'object') {
        Atomics.add(new Int32Array(task.began), 0, 1)
        Atomics.wait(new Int32Array(task.gate), 0, 0)
        return task.name
      }
      return task
    }`,
  )
  return file
}

test('a task that never ends or needs too much memory ends only its own thread', async () => {
  const threads = open({ file: hostileFile(), threads: 2, limit_ms: 2_000, limit_mb: 32 })
  await expect(threads.run(1, 'loop')).rejects.toMatchObject({ reason: 'too long' })
  const patient = open({ file: hostileFile(), threads: 2, limit_mb: 32, limit_ms: 120_000 })
  await expect(patient.run(1, 'memory')).rejects.toMatchObject({ reason: 'too large' })
  expect(await patient.run(1, 'next')).toBe('next')
})

test('the queue is fair to accounts, and an account with many tasks does not get every thread', async () => {
  const threads = open({ file: hostileFile(), threads: 2, limit_ms: 120_000, most_waiting: 3 })
  const gate = new SharedArrayBuffer(4)
  const began = new SharedArrayBuffer(4)
  const results: string[] = []
  const run = (account_id: number, name: string) =>
    threads.run(account_id, { gate, began, name }).then(
      () => results.push(name),
      ({ reason }) => results.push(`${name} ${reason}`),
    )
  const first = Array.from({ length: 5 }, (_, at) => run(1, `a${at}`))
  // One task runs, three wait, and one is too many.
  await first[4]
  expect(results).toEqual(['a4 busy'])
  // Another account gets a thread although the first one has tasks for both.
  expect(await threads.run(2, 'soon')).toBe('soon')
  Atomics.store(new Int32Array(gate), 0, 1)
  Atomics.notify(new Int32Array(gate), 0)
  await Promise.all(first)
  expect(results).toEqual(['a4 busy', 'a0', 'a1', 'a2', 'a3'])
})

test('a thread reads a long text, with the same result and the same errors', async () => {
  const account = { account_id: 1 }
  const long = `<p>Hi</p><script>x</script>${'<p>word &amp; word</p>'.repeat(2_000)}`
  const broken = `${long}{{ oops`
  const here = await textWork(account, 'clean', { html: long })
  const wrong = await textWork(account, 'parse', { sources: [{ source: broken, mode: 'html' }] })
  const { stop } = openTextThreads(open({ threads: 1, limit_ms: PATIENCE.timeout }))
  onTestFinished(stop)
  expect(await textWork(account, 'clean', { html: long })).toEqual(here)
  expect(await textWork(account, 'parse', { sources: [{ source: broken, mode: 'html' }] })).toEqual(wrong)
  await expect(textWork(account, 'clean', { html: '<br>'.repeat(60_000) })).rejects.toThrow(
    'it has 60,000 HTML tags; 50,000 are accepted',
  )
})
