import os from 'node:os'
import { inspect } from 'node:util'
import { isMainThread } from 'node:worker_threads'
import { type Locale, provideLocale } from '../../lib/locale/current.ts'
import { TooManyPartsError } from '../html/most-parts.ts'
import { LimitError, LiquidError } from '../liquid/error.ts'
import { type Input, TASKS, type TaskName } from './tasks.ts'

// A thread of `text-threads.ts`, which runs one task at a time.

interface ThreadTask<Name extends TaskName = TaskName> {
  name: Name
  input: Input<Name>
  locale: Locale
}

/** An error of the creator. Errors lose their class when they leave a thread. */
export interface CreatorError {
  kind: 'liquid' | 'limit' | 'parts'
  message: string
  line: number
  part?: LiquidError['part']
}

/** `fault` is any other error of the task, with its stack, which distinguishes it from errors of the thread pool. */
export type ThreadAnswer = { value: unknown } | { error: CreatorError } | { fault: string }

let locale: Locale | undefined
// A test that imports this file has the locales of its own process.
if (!isMainThread) {
  provideLocale(() => locale)
  // On a busy machine, requests and due messages come first. On systems other than Linux this would apply to the whole process.
  if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
}

export default function work(task: ThreadTask): ThreadAnswer {
  locale = task.locale
  try {
    const run = TASKS[task.name] as (input: unknown) => unknown
    return { value: run(task.input) }
  } catch (error) {
    if (!(error instanceof LiquidError)) return { fault: inspect(error) }
    const { message, line, part } = error
    const kind = error instanceof TooManyPartsError ? 'parts' : error instanceof LimitError ? 'limit' : 'liquid'
    return { error: { kind, message, line, ...(part && { part }) } }
  }
}
