import { parentPort } from 'node:worker_threads'
import { type ThreadAnswers, unpackBytes } from '../../lib/concurrency/thread-pool.ts'
import { type ParsedReport, parseReport } from './report.ts'

// A thread that reads batches of reports for `parser.ts`.

/** Messages concatenated in one buffer, which is transferred to the thread. */
export interface ParsingBatch {
  bytes: ArrayBuffer
  lengths: readonly number[]
}

parentPort?.on('message', async (packed: ParsingBatch) => {
  const answers: ThreadAnswers<ParsedReport> = []
  for (const raw of unpackBytes(packed)) answers.push({ value: await parseReport(raw) })
  parentPort?.postMessage(answers)
})
