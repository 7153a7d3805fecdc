import { CronExpressionParser } from 'cron-parser'
import { z } from 'zod'
import { durationMs } from './duration.ts'
import { type Expression, parseExpression } from './expressions.ts'

export interface ConcurrencyLimit {
  limit: number
  key?: Expression
  scope: 'fn' | 'env' | 'account'
}

/** One function as the engine runs it. Durations are in milliseconds. */
export interface FunctionConfig {
  id: string
  name: string
  retries: number
  triggers: { event: string; condition?: Expression }[]
  crons: { cron: string; schedule: string; time_zone: string }[]
  concurrency: ConcurrencyLimit[]
  cancel: { event: string; condition?: Expression; within?: number }[]
  timeouts: { start?: number; finish?: number }
  idempotency?: Expression
  rateLimit?: { limit: number; period: number; key?: Expression }
  debounce?: { period: number; timeout?: number; key?: Expression }
  batch?: { size: number; timeout: number; key?: Expression }
  singleton?: { mode: 'skip' | 'cancel'; key?: Expression }
  priority?: Expression
}

/** What Inngest does when a function does not say how often to retry. */
export const DEFAULT_RETRIES = 4

/**
 * Reads the configs that the SDK reports. Strict: an option that this engine does not honour stops the start with the
 * function's name, because an option that is silently ignored is a bug that shows itself in production.
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
      return `the option ${issue.keys.map((key) => [path, key].filter(Boolean).join('.')).join(', ')} is not honoured`
    })
    .join('; ')
}

/** A codec-like schema: `parse` may throw, and its message becomes the complaint. */
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
  const [, time_zone = 'UTC', schedule = cron] = /^TZ=(\S+)\s(.+)$/.exec(cron) ?? []
  CronExpressionParser.parse(schedule, { tz: time_zone })
  return { cron, schedule, time_zone }
})

const Concurrency = z.union([
  z
    .int()
    .positive()
    .transform((limit): ConcurrencyLimit => ({ limit, scope: 'fn' })),
  z.strictObject({
    limit: z.int().positive(),
    key: Expr.optional(),
    scope: z.enum(['fn', 'env', 'account']).default('fn'),
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
    idempotency: Expr.optional(),
    rateLimit: z.strictObject({ limit: z.int().positive(), period: Duration, key: Expr.optional() }).optional(),
    debounce: z.strictObject({ period: Duration, timeout: Duration.optional(), key: Expr.optional() }).optional(),
    batchEvents: z
      .strictObject({ maxSize: z.int().min(1).max(1_000), timeout: Duration, key: Expr.optional() })
      .optional(),
    singleton: z.strictObject({ mode: z.enum(['skip', 'cancel']), key: Expr.optional() }).optional(),
    cancel: z
      .array(z.strictObject({ event: z.string(), if: Expr.optional(), timeout: Duration.optional() }))
      .default([]),
    timeouts: z.strictObject({ start: Duration.optional(), finish: Duration.optional() }).default({}),
    priority: z.strictObject({ run: Expr.optional() }).optional(),
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
      cancel: config.cancel.map(({ event, if: condition, timeout }) => ({ event, condition, within: timeout })),
      timeouts: config.timeouts,
      idempotency: config.idempotency,
      rateLimit: config.rateLimit,
      debounce: config.debounce,
      batch: config.batchEvents && {
        size: config.batchEvents.maxSize,
        timeout: config.batchEvents.timeout,
        key: config.batchEvents.key,
      },
      singleton: config.singleton,
      priority: config.priority?.run,
    }),
  )
