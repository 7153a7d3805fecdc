import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { packBytes, ThreadPool } from '../../lib/concurrency/thread-pool.ts'
import type { ParsingBatch } from './parsing-thread.ts'
import { type ParsedReport, parseReport, UNREADABLE } from './report.ts'

export interface ReportParser {
  /** Returns the reports in the order of the messages. An unreadable one is `unknown`. Rejects only once the parser is closed. */
  parse(messages: readonly Buffer[]): Promise<ParsedReport[]>
  close(): Promise<void>
}

/** Messages that a thread gets at a time, about 15 ms of work. */
const BATCH = 100
const MAX_WAITING = 1_000
/** Smaller sets are read in this thread, so an occasional report does not start one. */
const WORTHWHILE = { messages: 32, bytes: 256 * 1024 }

/**
 * Reads large sets in a thread, because reading takes about a third of the computing time of an intake. `onFailure` gets the error of a thread
 * that a message ended several times.
 */
export function createReportParser({
  onFailure,
  start = startThread,
}: {
  onFailure: (error: Error) => void
  start?: () => Worker
}): ReportParser {
  const pool = new ThreadPool<Buffer, ParsedReport>({
    name: 'parsing',
    threads: 1,
    start,
    batch: BATCH,
    most_waiting: MAX_WAITING,
    pack: (messages) => {
      const packed: ParsingBatch = packBytes(messages)
      return { message: packed, transfer: [packed.bytes] }
    },
    unpack: (report: ParsedReport) => report,
  })
  return {
    async parse(messages) {
      if (isLittle(messages)) return Promise.all(messages.map(parseReport))
      const outcomes = await pool.runEach(messages)
      return outcomes.map((outcome) => {
        if (outcome.status === 'fulfilled') return outcome.value
        onFailure(outcome.reason)
        return UNREADABLE
      })
    },
    close: () => pool.close(),
  }
}

const isLittle = (messages: readonly Buffer[]) =>
  messages.length < WORTHWHILE.messages && messages.reduce((sum, { length }) => sum + length, 0) < WORTHWHILE.bytes

const startThread = () => new Worker(path.join(import.meta.dirname, 'parsing-thread.ts'), { execArgv: [] })
