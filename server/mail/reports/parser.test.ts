import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { reportBytes, reportFixtures } from '../../testing/reports/fixtures.ts'
import { createReportParser } from './parser.ts'
import { parseReport, UNREADABLE } from './report.ts'

const raws = reportFixtures.map(({ raw }) => reportBytes(raw, 'b-abcdefgh@bounce.studio.example'))

function openParser(options: Partial<Parameters<typeof createReportParser>[0]> = {}) {
  const failures: Error[] = []
  const parser = createReportParser({ onFailure: (error) => failures.push(error), ...options })
  onTestFinished(() => parser.close())
  return { parser, failures }
}

/** Starts a thread that returns the length of each message as its form, and ends when it gets a message of four bytes. */
const fragile = () =>
  new Worker(
    `require('node:worker_threads').parentPort.on('message', ({ lengths }) => {
      if (lengths.includes(4)) process.exit(1)
      require('node:worker_threads').parentPort.postMessage(lengths.map((length) => ({ value: { form: length, recipients: [], clues: [] } })))
    })`,
    { eval: true },
  )

test('a thread reads large sets with the same results, in order, several sets at a time', async () => {
  const { parser, failures } = openParser()
  const expected = await Promise.all(raws.map(parseReport))
  const many = [...raws, ...raws.toReversed()]
  const sets = await Promise.all([parser.parse(many), parser.parse(raws)])
  expect(sets).toEqual([[...expected, ...expected.toReversed()], expected])
  expect(failures).toEqual([])
})

test('a small set needs no thread, unless its messages are long', async () => {
  let started_threads = 0
  const { parser } = openParser({
    start: () => {
      started_threads++
      return fragile()
    },
  })
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = raws
  expect(await parser.parse([first, second])).toEqual([await parseReport(first), await parseReport(second)])
  expect(await parser.parse([])).toEqual([])
  expect(started_threads).toBe(0)
  expect(await parser.parse([Buffer.alloc(300_000)])).toMatchObject([{ form: 300_000 }])
  expect(started_threads).toBe(1)
})

test('a message that ends its thread counts as unreadable, and all others are read', async () => {
  const { parser, failures } = openParser({ start: fragile })
  const messages = Array.from({ length: 250 }, (_, n) => Buffer.alloc(n === 120 ? 4 : n + 5))
  const reports = await parser.parse(messages)
  expect(reports[120]).toEqual(UNREADABLE)
  expect(reports.filter(({ form }, n) => n !== 120 && Number(form) !== n + 5)).toEqual([])
  expect(failures.map(({ message }) => message)).toEqual(['A parsing thread ended with code 1'])
})

test('a closed parser reports nothing as unreadable, because another process reads it', async () => {
  const { parser, failures } = openParser({ start: () => new Worker('setInterval(() => {}, 1000)', { eval: true }) })
  const waiting = parser.parse(Array.from({ length: 300 }, () => Buffer.alloc(10)))
  const rejected = expect(waiting).rejects.toThrow('The parsing threads are closed')
  await parser.close()
  await rejected
  await expect(parser.parse(Array.from({ length: 300 }, () => Buffer.alloc(10)))).rejects.toThrow('closed')
  expect(failures).toEqual([])
})
