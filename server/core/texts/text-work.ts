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
import { attemptsOf } from './attempts.ts'
import { enterText, LONG } from './long-texts.ts'

/** A loop can print much more than its own length. */
const LOOP = /\{%-?\s*for\b/

const open = processSingleton<{ threads?: TextThreads }>('text threads', () => ({}))

/**
 * Sets the threads for long texts. The server creates them at startup, because code bundled by Next cannot find the file of a thread;
 * without them, this thread does all work. Returns a function that ends them.
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

/** Account of the text; for a job also the actor and time. */
export type TextCtx = Pick<Ctx, 'account_id'> & Partial<Pick<Ctx, 'actor' | 'now' | 'join'>>

/**
 * Processes a user's text, a long one in a thread. Throws LiquidError, invalid if it needs too much memory, and unavailable if it takes too
 * long, too many texts of the account wait, or the threads end. Jobs retry unavailable texts; for a text that repeatedly takes too long
 * they get invalid, to show to the creator.
 */
export async function textWork<Name extends TaskName>(
  ctx: TextCtx,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const { threads } = open
  const { length, hasLoop } = sizeOf(input)
  if (length > LONG) await enterText(ctx, length)
  if (!threads || (length <= LONG && !hasLoop)) return (TASKS[name] as (input: Input<Name>) => Output<Name>)(input)
  const { account_id, actor, now } = ctx
  const attempts = actor?.kind === 'system' && now ? attemptsOf(account_id, name, input, now()) : undefined
  if (attempts?.are_used_up()) throw invalid(tooLong())
  try {
    const answer = (await threads.run(account_id, { name, input, locale: currentLocale() })) as ThreadAnswer
    attempts?.forget()
    if ('error' in answer) throw creatorError(answer.error)
    if ('fault' in answer) throw new Error(answer.fault)
    return answer.value as Output<Name>
  } catch (error) {
    if ((error as Error).name !== 'TextWorkRefused') throw error
    const { reason, cause } = error as TextWorkRefused
    if (reason === 'too long' && attempts?.note()) throw invalid(tooLong())
    throw Object.assign(refusalOf(reason), cause !== undefined && { cause })
  }
}

function sizeOf(input: unknown): { length: number; hasLoop: boolean } {
  let length = 0
  let hasLoop = false
  const add = (value: unknown): void => {
    if (typeof value === 'string') {
      length += value.length
      hasLoop ||= value.length <= LONG && LOOP.test(value)
    } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) add(part)
  }
  add(input)
  return { length, hasLoop }
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

const tooLong = () => t`The text took too long to be read several times. Shorten it`

function refusalOf(reason: TextWorkRefused['reason']): AppError {
  switch (reason) {
    case 'too large':
      return invalid(t`The text needs too much memory to be read. Shorten it`)
    case 'busy':
      return unavailable(t`Several long texts of this account are being read. Try again in a moment`)
    case 'too long':
      return unavailable(t`The text took too long to be read. Shorten it, or try again in a moment`)
    case 'ended':
      return unavailable(t`The text could not be read. Try again in a moment`)
  }
}
