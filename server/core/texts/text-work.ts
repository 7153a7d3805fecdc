import { processSingleton } from '../../lib/concurrency/process-singleton.ts'
import { currentLocale } from '../../lib/locale/current.ts'
import { t } from '../../lib/locale/texts.ts'
import { TooManyPartsError } from '../../mail/html/most-parts.ts'
import { LimitError, LiquidError } from '../../mail/liquid/error.ts'
import { type Input, type Output, TASKS, type TaskName } from '../../mail/threads/tasks.ts'
import type { TextThreads, TextWorkRefused } from '../../mail/threads/text-threads.ts'
import type { CreatorError, ThreadAnswer } from '../../mail/threads/thread.ts'
import type { Ctx } from '../context.ts'
import { type AppError, invalid, unavailable } from '../errors.ts'

/**
 * In characters. Shorter texts are read in this thread: 2 to 5 ms for most, and some tens for the worst (docs/measurements.md). A loop can
 * print much more than its text.
 */
const SHORT = 16_000
const LOOP = /\{%-?\s*for\b/

const open = processSingleton<{ threads?: TextThreads }>('text threads', () => ({}))

/**
 * Lets these threads read long texts. The server opens them when it starts, because code that Next has bundled finds no file to start a
 * thread from; without them, everything is read in this thread. Returns what ends them.
 */
export function openTextThreads(threads: TextThreads): { stop: () => Promise<void> } {
  open.threads = threads
  return {
    async stop() {
      if (open.threads === threads) delete open.threads
      await threads.close()
    },
  }
}

/**
 * Works on a text that a user wrote, a long one in a thread. Throws LiquidError, invalid if it needs too much memory, and unavailable if
 * it takes too long or many of the account wait.
 */
export async function textWork<Name extends TaskName>(
  { account_id }: Pick<Ctx, 'account_id'>,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const { threads } = open
  if (!threads || isShort(input)) return (TASKS[name] as (input: Input<Name>) => Output<Name>)(input)
  try {
    const answer = (await threads.run(account_id, { name, input, locale: currentLocale() })) as ThreadAnswer
    if ('error' in answer) throw creatorError(answer.error)
    return answer.value as Output<Name>
  } catch (error) {
    throw (error as Error).name === 'TextWorkRefused' ? refusalOf(error as TextWorkRefused) : error
  }
}

function isShort(input: unknown): boolean {
  let length = 0
  let has_loop = false
  const add = (value: unknown): void => {
    if (typeof value === 'string') {
      length += value.length
      has_loop ||= value.length <= SHORT && LOOP.test(value)
    } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) add(part)
  }
  add(input)
  return length <= SHORT && !has_loop
}

function creatorError({ kind, message, line, part }: CreatorError): LiquidError {
  const error =
    kind === 'parts'
      ? new TooManyPartsError(message)
      : kind === 'limit'
        ? new LimitError(message, line)
        : new LiquidError(message, line)
  if (part) error.part = part
  return error
}

function refusalOf({ reason }: TextWorkRefused): AppError {
  if (reason === 'too large') return invalid(t`The text needs too much memory to be read. Shorten it`)
  return unavailable(
    reason === 'busy'
      ? t`Several long texts of this account are being read. Try again in a moment`
      : t`The text took too long to be read. Shorten it, or try again in a moment`,
  )
}
