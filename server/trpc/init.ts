import { initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import type { DashboardContext } from '../auth/dashboard-context.ts'
import { type Ctx, isAtLeast, type Role, serviceCtx } from '../core/context.ts'
import { AppError, type ErrorCode, isFault, joinMessages } from '../core/errors.ts'
import { rootLogger } from '../core/log.ts'
import type { Page, Pagination } from '../core/page/page.ts'
import type { Saved } from '../core/wire.ts'
import { outageOf } from '../db/connections/outage.ts'

const CODES: Record<ErrorCode, ConstructorParameters<typeof TRPCError>[0]['code']> = {
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

/** What is known of a procedure before it is called. */
export interface ProcedureMeta {
  /** Anyone may call it, without a session. Requests with such a call are bounded more tightly (server/trpc/request.ts). */
  is_open: boolean
}

const t = initTRPC
  .context<DashboardContext>()
  .meta<ProcedureMeta>()
  .create({
    /** Texts that a service chose reach the browser; anything else is said in general words and logged. */
    errorFormatter({ shape, error }) {
      const messages = messagesOf(error.cause)
      const internal = error.code === 'INTERNAL_SERVER_ERROR'
      return {
        ...shape,
        message: internal
          ? 'Something went wrong on our side. Please try again.'
          : messages
            ? joinMessages(messages)
            : shape.message,
        data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, messages },
      }
    },
  })

function messagesOf(cause: unknown): string[] | undefined {
  if (cause instanceof AppError) return cause.messages
  // What an input is refused for, in the words of its schema: tRPC's own text is the list as JSON.
  return cause instanceof ZodError ? [...new Set(cause.issues.map(({ message }) => message))] : undefined
}

const errors = t.middleware(async ({ next, ctx, path }) => {
  const started = performance.now()
  const result = await next()
  const ms = Math.round(performance.now() - started)
  rootLogger().info({ request_id: ctx.request_id, call: path, code: result.ok ? 'OK' : codeOf(result.error), ms })
  if (result.ok) return result
  const cause = outageOf(result.error.cause) ?? result.error.cause
  if (result.error.code === 'INTERNAL_SERVER_ERROR' && isFault(cause)) {
    rootLogger().error(
      { request_id: ctx.request_id, path, message: cause?.message, stack: cause?.stack },
      'call failed',
    )
  }
  if (cause instanceof AppError)
    throw new TRPCError({ code: CODES[cause.code], message: joinMessages(cause.messages), cause })
  return result
})

const codeOf = ({ code, cause }: TRPCError) => (cause instanceof AppError ? CODES[cause.code] : code)

export const { router, createCallerFactory } = t

/** `service` reaches users and sessions, which belong to no account. */
const served = t.procedure
  .use(errors)
  .use(({ ctx, next }) => next({ ctx: { ...ctx, service: serviceCtx(ctx.request_id) } }))

/** Open to everyone: sign-up and the like. */
export const anyone = served.meta({ is_open: true })

/** Requires a signed-in user, with any account or none. */
export const signedIn = served.use(({ ctx, next }) => {
  if (!ctx.user) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Sign in to continue' })
  return next({ ctx: { ...ctx, user: ctx.user } })
})

/** Requires an administrator of the instance. Acts for the service, over all accounts. */
export const administrator = signedIn.use(({ ctx, next }) => {
  if (!ctx.user.is_admin) throw new TRPCError({ code: 'FORBIDDEN', message: 'This needs an administrator' })
  return next({ ctx: { ...ctx, account: ctx.service } })
})

/** Requires a member of the account with at least this role. */
export const member = (role: Role) =>
  signedIn.use(({ ctx, next }) => {
    const { account } = ctx
    if (account?.actor.kind !== 'user') throw new TRPCError({ code: 'FORBIDDEN', message: 'Open an account first' })
    if (!isAtLeast(account.actor.role, role)) {
      throw new TRPCError({ code: 'FORBIDDEN', message: `This needs the role ${role} in the account` })
    }
    return next({ ctx: { ...ctx, account } })
  })

/** A service function as a procedure's resolver. */
export const verb =
  <Input, Result>(fn: (ctx: Ctx, input: Input) => Promise<Result>) =>
  ({ ctx, input }: { ctx: { account: Ctx }; input: Input }) =>
    fn(ctx.account, input)

/** The same for lists: rows instead of JSON text. */
export const listVerb =
  <Input, Row>(fn: (ctx: Ctx, input: Input) => Promise<Page<Row>>) =>
  async ({ ctx, input }: { ctx: { account: Ctx }; input: Input }): Promise<{ rows: Row[]; pagination: Pagination }> => {
    const page = await fn(ctx.account, input)
    return { rows: page.rows(), pagination: page.pagination }
  }

/** The same for upserts: the record alone. */
export const savedVerb =
  <Input, Value>(fn: (ctx: Ctx, input: Input) => Promise<Saved<Value>>) =>
  async ({ ctx, input }: { ctx: { account: Ctx }; input: Input }): Promise<Value> =>
    (await fn(ctx.account, input)).value
