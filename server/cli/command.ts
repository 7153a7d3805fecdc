import type { ParseArgsOptionsConfig } from 'node:util'
import type { OpenRuntime } from '../boot.ts'
import type { Closing } from '../stop.ts'

export type Values = Record<string, string | boolean | string[] | undefined>

/** Output of a command: lines for a terminal, and the same as data for programs. */
export interface Answer {
  lines: string[]
  data: unknown
  /** True if the exit code is 1 although the command ran, for example if a check finds a problem. */
  failed?: boolean
}

interface Described {
  summary: string
  /** The arguments, without `npm run envoi --`. */
  usage: string
  options: ParseArgsOptionsConfig
  /** Name of the positional argument in the values. */
  positional?: string
}

export interface Command extends Described {
  run: (values: Values, runtime: OpenRuntime, closing: Closing) => Promise<Answer>
}

/** A command that needs the database closed. */
export interface LoneCommand extends Described {
  runAlone: (values: Values) => Promise<Answer>
}

/** An invalid call: one line on stderr, exit code 1. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export function required(values: Values, name: string): string {
  const value = values[name]
  if (typeof value === 'string' && value !== '') return value
  throw new UsageError(`--${name} is missing`)
}

/** Returns the command's file argument. Throws UsageError. */
export function requiredFile({ file }: Values): string {
  if (typeof file === 'string' && file !== '') return file
  throw new UsageError('FILE is missing')
}

/** Returns an integer from `least` to `most`. Throws UsageError. */
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
