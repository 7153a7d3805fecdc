import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { malformed, tooLarge } from '../../core/errors.ts'
import { refuseJson } from '../../lib/bytes/json-shape.ts'
import type { ApiRequest } from './api-request.ts'
import { jsonObject } from './parse.ts'

/** Segment accepts 500 KB. Its libraries measure batches roughly, so some are larger. */
const MAX_BATCH_BYTES = 1_000_000
const MAX_KEY = 200

/**
 * Reads a request of Segment's libraries: an API key as the user name of basic authentication or, without the header, as `writeKey` of the
 * body, which may be compressed. Other headers authenticate as everywhere.
 */
export function withWriteKey(request: ApiRequest): ApiRequest {
  let body: ReturnType<ApiRequest['readBody']> | undefined
  const readBody: ApiRequest['readBody'] = (account_id) => (body ??= read(request, account_id))
  return {
    ...request,
    readBody,
    async authenticated() {
      const authorization = request.header('authorization')
      const basic = /^Basic\s+(\S+)$/i.exec(authorization ?? '')?.[1]
      if (authorization && !basic) return request.header
      if (!basic && request.header('x-service-api-key')) return request.header
      const key = basic ? userName(basic) : await keyInBody((await readBody(0)).bytes)
      return (name) => (name === 'x-service-api-key' ? key : name === 'authorization' ? null : request.header(name))
    },
  }
}

const userName = (basic: string): string => Buffer.from(basic, 'base64').toString().split(':', 1)[0] ?? ''

async function keyInBody(bytes: Buffer): Promise<string | null> {
  const refusal = await refuseJson(bytes)
  if (refusal) throw tooLarge(refusal)
  const { writeKey } = jsonObject(bytes.toString())
  return typeof writeKey === 'string' && writeKey.length <= MAX_KEY ? writeKey : null
}

const unzip = promisify(gunzip)

async function read(request: ApiRequest, account_id: number): ReturnType<ApiRequest['readBody']> {
  const { bytes: sent, done } = await request.readBody(account_id)
  const is_compressed = /^(?:x-)?gzip$/i.test(request.header('content-encoding')?.trim() ?? '')
  const bytes = is_compressed && sent.length <= MAX_BATCH_BYTES ? await unzipped(sent) : sent
  if (bytes.length > MAX_BATCH_BYTES) throw oversize()
  // One NUL must not fail the messages beside it. PostgreSQL cannot store it.
  return { bytes: bytes.includes(NUL) ? Buffer.from(bytes.toString().replaceAll(NUL, '\\ufffd')) : bytes, done }
}

const NUL = '\\u0000'

async function unzipped(sent: Buffer): Promise<Buffer> {
  try {
    return await unzip(sent, { maxOutputLength: MAX_BATCH_BYTES })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw oversize()
    throw malformed('Request body is not valid gzip')
  }
}

const oversize = () => tooLarge(`Request body is larger than ${MAX_BATCH_BYTES / 1_000_000} MB`)
