import { initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import {
  ADMIN_NEEDS_TWO_FACTOR,
  CONFIRM_IDENTITY,
  isRecent,
  needsTwoFactor,
  VIEW_IS_READ_ONLY,
  WAITS_FOR_DELETION,
} from '../auth/assurance.ts'
import { DANGEROUS_PROCEDURES } from '../auth/dangerous-procedures.ts'
import type { DashboardContext } from '../auth/dashboard-context.ts'
import { type Ctx, isAtLeast, needsRole, type Role, serviceCtx } from '../core/context.ts'
import { AppError, type ErrorCode, isFault, joinMessages } from '../core/errors.ts'
import { refuseProcedure } from '../core/instance/features.ts'
import { latestInstanceSettings } from '../core/instance/settings.ts'
import { MAINTENANCE_RETRY_SECONDS, maintenanceText } from '../core/instance/settings-schema.ts'
import { rootLogger } from '../core/log.ts'
import type { Page, Pagination } from '../core/page/page.ts'
import { type SpanOptions, traced } from '../core/telemetry/tracing.ts'
import type { Saved } from '../core/wire.ts'
import { outageOf } from '../db/connections/outage.ts'
import { administratorCtx } from './administrator.ts'
import { inRequestLanguage, ourProblem } from './problems.ts'

/** Codes of tRPC by the codes of services. */
export const CODES: Record<ErrorCode, ConstructorParameters<typeof TRPCError>[0]['code']> = {
  malformed: 'BAD_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  too_large: 'PAYLOAD_TOO_LARGE',
  invalid: 'UNPROCESSABLE_CONTENT',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
}

/**
 * Callers that a procedure accepts: anyone, a signed-in user, a member of the open account with at least a role, or an administrator of the
 * instance.
 */
export type Access = 'anyone' | 'signed_in' | Role | 'administrator'

/** Facts about a procedure that are known before it is called. */
export interface ProcedureMeta {
  /** Set by the middleware that also checks it; server/trpc/access.test.ts calls every procedure as each kind of caller. */
  access: Access
  /** Anyone may call it without a session. Requests with such a call have tighter limits (server/trpc/request.ts). */
  is_open?: boolean
  /** A mutation that still works while the account waits for its deletion. */
  works_until_deletion?: boolean
  /** A mutation that works while an administrator views an account: it ends the view. */
  works_in_view?: boolean
  /** A query that is refused to an administrator who views an account, because its result gives access to something. */
  is_hidden_in_view?: boolean
}

const t = initTRPC
  .context<DashboardContext>()
  .meta<Partial<ProcedureMeta>>()
  .create({
    /** Messages of services reach the browser; other errors get a general message and are logged. */
    errorFormatter({ shape, error }) {
      const made = messagesOf(error.cause)
      const messages = made && inRequestLanguage(made)
      const isInternal = error.code === 'INTERNAL_SERVER_ERROR'
      return {
        ...shape,
        message: isInternal ? ourProblem() : messages ? joinMessages(messages) : shape.message,
        data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, messages },
      }
    },
  })

function messagesOf(cause: unknown): string[] | undefined {
  if (cause instanceof AppError) return cause.messages
  // Reasons why an input was refused, from its schema: tRPC's own message is the list as JSON.
  return cause instanceof ZodError ? [...new Set(cause.issues.map(({ message }) => message))] : undefined
}

const errors = t.middleware(async ({ next, ctx, path }) => {
  const started_at = performance.now()
  const caller = { request_id: ctx.request_id, ...(ctx.account && { account_id: ctx.account.account_id }) }
  const result = await traced(`call ${path}`, callSpan(path, caller), async (span) => {
    const answered = await next()
    if (!answered.ok) span?.fail(answered.error.cause ?? answered.error)
    return answered
  })
  const ms = Math.round(performance.now() - started_at)
  rootLogger().info({ ...caller, call: path, code: result.ok ? 'OK' : codeOf(result.error), ms })
  if (result.ok) return result
  const cause = outageOf(result.error.cause) ?? result.error.cause
  if (result.error.code === 'INTERNAL_SERVER_ERROR' && isFault(cause)) {
    rootLogger().error({ ...caller, path, message: cause?.message, stack: cause?.stack }, 'call failed')
  }
  if (cause instanceof AppError)
    throw new TRPCError({ code: CODES[cause.code], message: joinMessages(cause.messages), cause })
  return result
})

const callSpan = (
  path: string,
  { request_id, account_id }: { request_id: string; account_id?: number },
): SpanOptions => ({
  kind: 'internal',
  attributes: {
    'rpc.system': 'trpc',
    'rpc.method': path,
    'envoi.request_id': request_id,
    ...(account_id !== undefined && { 'envoi.account_id': account_id }),
  },
})

const codeOf = ({ code, cause }: TRPCError) => (cause instanceof AppError ? CODES[cause.code] : code)

export const { router, createCallerFactory } = t

/** During maintenance only administrators work in the dashboard. Procedures open to everyone, such as sign-up, have their own check. */
const maintained = t.middleware(async ({ ctx, next, meta }) => {
  if (meta?.access !== 'anyone' && ctx.user && !ctx.user.is_admin) {
    const settings = latestInstanceSettings()
    if (settings.maintenance) throw new AppError('unavailable', [maintenanceText(settings)], MAINTENANCE_RETRY_SECONDS)
  }
  return next()
})

/** Data of a disabled feature can be read, but not changed. */
const refuseOff = t.middleware(({ next, type, path }) => {
  if (type === 'mutation') refuseProcedure(latestInstanceSettings(), path)
  return next()
})

/** While an administrator views an account, no procedure changes anything, and none shows anything that gives access. */
const readOnlyInView = t.middleware(({ ctx, next, type, meta }) => {
  if (ctx.view && (type === 'mutation' ? !meta?.works_in_view : meta?.is_hidden_in_view))
    throw new TRPCError({ code: 'FORBIDDEN', message: VIEW_IS_READ_ONLY })
  return next()
})

/** `service` accesses users and sessions, which belong to no account. */
const served = t.procedure
  .use(errors)
  .use(maintained)
  .use(readOnlyInView)
  .use(refuseOff)
  .use(({ ctx, next }) => next({ ctx: { ...ctx, service: serviceCtx(ctx.request_id) } }))

/** Open to everyone: sign-up and the like. */
export const anyone = served.meta({ access: 'anyone', is_open: true })

/** Refuses dangerous procedures (DANGEROUS_PROCEDURES) unless the user signed in or confirmed who they are in the last 15 minutes. */
const confirmed = t.middleware(({ ctx, next, path }) => {
  // The dashboard's client catches this, asks, and repeats the call (components/security/confirm-identity.tsx).
  if (DANGEROUS_PROCEDURES.has(path) && !isRecent(ctx.user?.confirmed_at, serviceCtx(ctx.request_id).now()))
    throw new TRPCError({ code: 'PRECONDITION_REQUIRED', message: CONFIRM_IDENTITY })
  return next()
})

const withSession = served.meta({ access: 'signed_in' }).use(({ ctx, next }) => {
  if (!ctx.user) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in to continue' })
  return next({ ctx: { ...ctx, user: ctx.user } })
})

const unblocked = withSession.use(({ ctx, next }) => {
  if (ctx.user.blocked_by) throw new TRPCError({ code: 'FORBIDDEN', message: needsTwoFactor(ctx.user.blocked_by) })
  return next({ ctx })
})

/** Requires a session, also of a user who has not yet added the second factor that an account requires. */
export const anyUser = withSession.use(confirmed)

/** Requires a signed-in user, with or without an account. */
export const signedIn = unblocked.use(confirmed)

/**
 * Requires an administrator of the instance; for everyone else, signed in or not, its procedures do not exist. They act for the service, over
 * all accounts, and the context contains the administrator. They need a second factor, unless ADMIN_TWO_FACTOR is off. A mutation must write an
 * audit entry.
 */
export const administrator = served
  .meta({ access: 'administrator' })
  .use(({ ctx, next }) => {
    const { user } = ctx
    if (!user?.is_admin) throw new TRPCError({ code: 'NOT_FOUND', message: 'Not Found' })
    if (user.blocked_by) throw new TRPCError({ code: 'FORBIDDEN', message: needsTwoFactor(user.blocked_by) })
    const account = administratorCtx(ctx)
    if (!account) throw new TRPCError({ code: 'FORBIDDEN', message: ADMIN_NEEDS_TWO_FACTOR })
    return next({ ctx: { ...ctx, user, account } })
  })
  .use(confirmed)
  .use(async ({ ctx: { account }, next, type, path }) => {
    const result = await next()
    if (type === 'mutation' && result.ok && account.actor.kind === 'administrator' && !account.actor.written.entries)
      throw new Error(`${path} wrote no audit entry: make the change in adminWrite (server/core/audit)`)
    return result
  })

/** Requires a member of the account with at least this role. Changes nothing in an account that waits for its deletion. */
export const member = (role: Role) =>
  unblocked
    .meta({ access: role })
    .use(({ ctx, next, type, meta }) => {
      const { account } = ctx
      if (account?.actor.kind !== 'user') throw new TRPCError({ code: 'FORBIDDEN', message: 'Open an account first' })
      if (!isAtLeast(account.actor.role, role)) {
        throw new TRPCError({ code: 'FORBIDDEN', message: needsRole(role) })
      }
      if (ctx.deletes_at && type === 'mutation' && !meta?.works_until_deletion)
        throw new TRPCError({ code: 'FORBIDDEN', message: WAITS_FOR_DELETION })
      return next({ ctx: { ...ctx, account } })
    })
    .use(confirmed)

/** Turns a service function into a procedure's resolver. */
export const verb =
  <Input, Result>(fn: (ctx: Ctx, input: Input) => Promise<Result>) =>
  ({ ctx, input }: { ctx: { account: Ctx }; input: Input }) =>
    fn(ctx.account, input)

/** Turns a service function that returns a list into a resolver: rows instead of JSON text. */
export const listVerb =
  <Input, Row>(fn: (ctx: Ctx, input: Input) => Promise<Page<Row>>) =>
  async ({ ctx, input }: { ctx: { account: Ctx }; input: Input }): Promise<{ rows: Row[]; pagination: Pagination }> => {
    const page = await fn(ctx.account, input)
    return { rows: page.rows(), pagination: page.pagination }
  }

/** Turns a service function that upserts into a resolver, which returns only the record. */
export const savedVerb =
  <Input, Value>(fn: (ctx: Ctx, input: Input) => Promise<Saved<Value>>) =>
  async ({ ctx, input }: { ctx: { account: Ctx }; input: Input }): Promise<Value> =>
    (await fn(ctx.account, input)).value
