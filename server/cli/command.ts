import type { ParseArgsOptionsConfig } from 'node:util'
import type { OpenRuntime } from '../boot.ts'
import type { Closing } from '../stop.ts'

export type Values = Record<string, string | boolean | string[] | undefined>

/** What a command has to say: lines for people, the same as data for programs. */
export interface Answer {
  lines: string[]
  data: unknown
  /** Whether the exit code is 1 although the command did its work, as when a check finds something. */
  failed?: boolean
}

export interface Command {
  summary: string
  /** How it is called, without `npm run envoi --`. */
  usage: string
  options: ParseArgsOptionsConfig
  /** What the one argument without a name is called among the values. */
  positional?: string
  run: (values: Values, ground: OpenRuntime, closing: Closing) => Promise<Answer>
}

/** A call that cannot be carried out: one line on stderr, exit code 1. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export function required(values: Values, name: string): string {
  const value = values[name]
  if (typeof value === 'string' && value !== '') return value
  throw new UsageError(`--${name} is missing`)
}

/** A whole number from `least` to `most`. */
export function numeric(
  values: Values,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const given = values[name]
  if (given === undefined) return otherwise
  const value = Number(given)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new UsageError(`--${name} is a whole number from ${least} to ${most}`)
}
