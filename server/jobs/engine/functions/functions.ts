import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'
import { durationMs } from './duration.ts'
import { type Expression, parseExpression } from './expressions.ts'

export interface ConcurrencyLimit {
  limit: number
  key?: Expression
}

/** A function's settings. Durations are in milliseconds. */
export interface FunctionConfig {
  id: string
  name: string
  retries: number
  triggers: { event: string; condition?: Expression }[]
  /** Schedules in UTC. */
  crons: string[]
  concurrency: ConcurrencyLimit[]
  batch?: { size: number; timeout: number; key?: Expression }
  /** While a run of the key is open, further events start nothing. */
  singleton?: { key?: Expression }
}

/** Inngest's default of `retries`. */
export const DEFAULT_RETRIES = 4

/**
 * Reads the configs that the SDK reports. Throws, naming both, when a function has an option that this engine does not support: a silently
 * ignored option would only show in production.
 */
export function readFunctions(configs: unknown[]): Map<string, FunctionConfig> {
  const functions = configs.map((config) => {
    const parsed = Config.safeParse(config)
    if (parsed.success) return parsed.data
    const { id, name } = z.looseObject({ id: z.string(), name: z.string().optional() }).parse(config)
    throw new Error(`The job "${name ?? id}" cannot run on the embedded engine: ${complaint(parsed.error)}`)
  })
  return new Map(functions.map((fn) => [fn.id, fn]))
}

function complaint(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const path = issue.path.join('.')
      if (issue.code !== 'unrecognized_keys') return `${path}: ${issue.message}`
      return `the option ${issue.keys.map((key) => [path, key].filter(Boolean).join('.')).join(', ')} is not supported`
    })
    .join('; ')
}

/** Builds a schema that fails with the error of `parse`. */
const parsedBy = <Output>(parse: (text: string) => Output) =>
  z.string().transform((text, ctx) => {
    try {
      return parse(text)
    } catch (error) {
      ctx.addIssue({ code: 'custom', message: (error as Error).message.split('\n')[0] ?? 'is not valid' })
      return z.NEVER
    }
  })

const Expr = parsedBy(parseExpression)
const Duration = parsedBy(durationMs)
const Cron = parsedBy((cron) => {
  CronExpressionParser.parse(cron, { tz: 'UTC' })
  return cron
})

const Concurrency = z.union([
  z
    .int()
    .positive()
    .transform((limit): ConcurrencyLimit => ({ limit })),
  z.strictObject({
    limit: z.int().positive(),
    key: Expr.optional(),
    scope: z.literal('fn').optional(),
  }),
])

const Config = z
  .strictObject({
    id: z.string(),
    name: z.string().optional(),
    triggers: z.array(
      z.union([z.strictObject({ event: z.string(), expression: Expr.optional() }), z.strictObject({ cron: Cron })]),
    ),
    steps: z.object({
      step: z.object({ retries: z.object({ attempts: z.int().min(0).default(DEFAULT_RETRIES) }).optional() }),
    }),
    concurrency: z.union([Concurrency, z.array(Concurrency).max(2)]).optional(),
    batchEvents: z
      .strictObject({ maxSize: z.int().min(1).max(1_000), timeout: Duration, key: Expr.optional() })
      .optional(),
    singleton: z.strictObject({ mode: z.literal('skip'), key: Expr.optional() }).optional(),
  })
  .transform(
    (config): FunctionConfig => ({
      id: config.id,
      name: config.name ?? config.id,
      retries: config.steps.step.retries?.attempts ?? DEFAULT_RETRIES,
      triggers: config.triggers.flatMap((trigger) =>
        'event' in trigger ? [{ event: trigger.event, condition: trigger.expression }] : [],
      ),
      crons: config.triggers.flatMap((trigger) => ('cron' in trigger ? [trigger.cron] : [])),
      concurrency: config.concurrency === undefined ? [] : [config.concurrency].flat(),
      batch: config.batchEvents && {
        size: config.batchEvents.maxSize,
        timeout: config.batchEvents.timeout,
        key: config.batchEvents.key,
      },
      singleton: config.singleton && { key: config.singleton.key },
    }),
  )
