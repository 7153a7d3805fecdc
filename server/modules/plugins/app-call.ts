import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import { invalid, unavailable } from '../../core/errors.ts'
import { countedFetch } from '../../core/instance/outbound-calls.ts'
import { t } from '../../lib/locale/texts.ts'
import { type SafeResponse, UnsafeUrlError } from '../../lib/net/safe-fetch.ts'
import { fieldsOf } from '../apps/plugin-schema.ts'
import { partnerToken } from '../installs/partner/partner.ts'
import { countAppCall } from '../throttle/service.ts'
import type { InstalledPlugin } from './service.ts'

export interface AppCall {
  url: string
  method?: 'GET' | 'POST'
  /** Sent as JSON if given. */
  body?: unknown
  /** Returns more headers for the text of the body. */
  headers?: (body: string) => Record<string, string>
  /** True for calls by a job, which do not count against the account's limit. */
  is_background?: boolean
}

/**
 * Sends a request to the app's server, with the account's token for it if the app uses one. Does not follow redirects, which could leak the
 * token. Throws rate_limited, invalid or unavailable, with texts for the creator.
 */
export async function callApp(ctx: Ctx, plugin: InstalledPlugin, question: AppCall): Promise<SafeResponse> {
  const { app_id, app_name } = plugin
  if (plugin.is_paused) throw unavailable(t`Requests to ${app_name} are paused by the administrators of this service`)
  if (!question.is_background) await countAppCall(ctx)
  const token = isDeclared(plugin, question.url) ? await partnerToken(ctx, { app_id }) : null
  let answer = await send(ctx, plugin, question, token)
  if (answer.status === 401 && token) {
    answer = await send(ctx, plugin, question, await partnerToken(ctx, { app_id, rejected: token }))
  }
  if (answer.status >= 300 && answer.status < 400)
    throw unavailable(t`${app_name} redirects to another address, which is not supported`)
  if (answer.truncated) throw unavailable(t`${app_name} sent more than ${MAX_BYTES / 1_000} KB`)
  return answer
}

/** Posts a request for a list, and repeats it as GET with a query if the app does not support POST (contract 10.6). */
export async function callWithFallback(
  ctx: Ctx,
  plugin: InstalledPlugin,
  { url, body, query }: { url: string; body: unknown; query: Record<string, unknown> },
): Promise<SafeResponse> {
  const answer = await callApp(ctx, plugin, { url, body })
  if (answer.status !== 404 && answer.status !== 405) return answer
  // An error with a text is an answer of the app.
  if (Refusal.safeParse(parsed(answer)).success) return answer
  const target = new URL(url)
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') target.searchParams.set(name, String(value))
  }
  return callApp(ctx, plugin, { url: target.href, method: 'GET' })
}

/** Parses the response. Throws invalid with the app's own errors, or unavailable if it does not match the contract. */
export function readAnswer<Schema extends z.ZodType>(
  { app_name }: InstalledPlugin,
  answer: SafeResponse,
  schema: Schema,
): z.output<Schema> {
  const json = parsed(answer)
  const isGood = answer.status >= 200 && answer.status < 300
  const read = isGood ? schema.safeParse(json) : undefined
  if (read?.success) return read.data
  const refusal = Refusal.safeParse(json)
  if (refusal.success) throw invalid(refusal.data.errors.slice(0, 5).map((text) => `${app_name}: ${oneLine(text)}`))
  throw unavailable(
    isGood ? t`${app_name} sent a response that cannot be read` : t`${app_name} answered with status ${answer.status}`,
  )
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 500_000

/** `{"code":404,"errors":["..."]}`, with any status code. */
const Refusal = z.object({ errors: z.array(z.string()).min(1) })

/** Returns whether the app declared this origin. The token is sent only there, because download URLs come from a response. */
function isDeclared({ request_url, settings }: InstalledPlugin, url: string): boolean {
  const declared = [
    request_url,
    ...fieldsOf(settings).flatMap((field) => ('request_url' in field ? [field.request_url] : [])),
  ]
  return declared.some((address) => URL.canParse(address) && new URL(address).origin === new URL(url).origin)
}

async function send(
  ctx: Ctx,
  { id, app_id, app_name }: InstalledPlugin,
  { url, method = 'POST', body, headers }: AppCall,
  token: string | null,
): Promise<SafeResponse> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  try {
    return await countedFetch({ kind: 'app', app_id }, url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers?.(text ?? ''),
      },
      ...(text === undefined ? {} : { body: text }),
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
    })
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    // Logs only the code, because the error's message may contain the URL, and some apps put secrets into it.
    ctx.log.info({ plugin_id: id, reason: code ?? name }, 'an app did not answer')
    if (error instanceof UnsafeUrlError) throw invalid(t`${app_name} cannot be reached: ${error.message}`)
    throw unavailable(
      name === 'TimeoutError'
        ? t`${app_name} did not answer within ${TIMEOUT_MS / 1_000} seconds`
        : t`${app_name} cannot be reached. Try again later.`,
    )
  }
}

function parsed({ body }: SafeResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300)
