import { z } from 'zod'
import { type Source, serviceCtx } from '../../../core/context.ts'
import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { outbound } from '../../../core/outbound.ts'
import type { SafeResponse } from '../../../lib/net/safe-fetch.ts'
import { saveDocumentClient } from '../../apps/installations/clients.ts'
import type { AppRow } from '../../apps/store/directory.ts'
import { countAttempt } from '../../throttle/service.ts'
import { OauthError } from '../errors.ts'
import { ClientInput } from '../schema.ts'
import { findClient } from './clients.ts'
import { readClientName, readMetadata } from './registration.ts'

// Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document, contract 3.6): the client ID is the address of a document that
// describes the client, so it need not register.

/** Time for which a document is not fetched again. The document's caching headers cannot make it longer. */
const FRESH_MS = 3_600_000
/** Time for which an open consent page can be decided. */
const SHOWN_MS = 24 * 3_600_000
/** Longest client ID. */
const MAX_LENGTH = 255
const MAX_BYTES = 10_000
const TIMEOUT_MS = 5_000

/** Scopes are not used, because the document is the same for all servers. It is public, so it cannot have a secret. */
const ClientDocument = ClientInput.omit({ scope: true, confidential: true }).extend({
  client_id: z.string(),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.never().optional(),
})

export const isDocumentAddress = (client_id: string): boolean => client_id.startsWith('https:')

/** Returns the host of the document that describes an app. Null for an app without one. */
export const documentHost = ({ client_id, fetched_at }: Pick<AppRow, 'client_id' | 'fetched_at'>): string | null =>
  fetched_at ? new URL(client_id).host : null

/**
 * Returns the client that the document at `client_id` describes. Throws OauthError, and AppError rate_limited.
 * @param source of a request for consent, which may fetch the document. Null: for a page that shows what was fetched
 */
export async function findDocumentClient(client_id: string, source: Source | null): Promise<AppRow> {
  if (!latestInstanceSettings().has_client_documents) throw unusable('this instance does not read such addresses')
  // Two writings of one address would be two clients.
  if (!isExact(client_id))
    throw unusable('client_id must be an https address with a path, of at most 255 characters, as browsers write it')
  const [ctx, known] = [serviceCtx(), await findClient(client_id)]
  const age_ms = +ctx.now() - +(known?.fetched_at ?? 0)
  if (known && age_ms < (source ? FRESH_MS : SHOWN_MS)) return known
  if (!source) throw unusable('it was read too long ago. Go back to the app and connect it again')
  await countAttempt(ctx, { attempt: 'client_document', source })
  const { redirect_uris, client_uri = null, logo_uri = null, ...said } = await fetchDocument(client_id)
  const name = await readClientName({
    ...said,
    client_name: said.client_name ?? new URL(client_id).host,
    redirect_uris,
  })
  await saveDocumentClient(ctx, { client_id, name, redirect_uris, client_uri, logo_uri })
  const client = await findClient(client_id)
  if (!client) throw unusable('the app was deleted here')
  return client
}

function isExact(client_id: string): boolean {
  const url = URL.parse(client_id)
  const isPlain = client_id.length <= MAX_LENGTH && !client_id.includes('#')
  return isPlain && url?.href === client_id && url.pathname !== '/' && url.username === '' && url.password === ''
}

async function fetchDocument(client_id: string) {
  const request = { headers: { Accept: 'application/json' }, timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES }
  let answer: SafeResponse
  try {
    answer = await outbound().fetch(client_id, request)
  } catch {
    // Says nothing about the network: the address may be a private one.
    throw unusable('it cannot be reached')
  }
  if (answer.status !== 200) throw unusable(`it answers ${answer.status} in place of 200`)
  if (answer.truncated) throw unusable(`it is larger than ${MAX_BYTES / 1_000} KB`)
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(answer.headers['content-type'] ?? ''))
    throw unusable('its Content-Type is not application/json')
  const document = readMetadata(answer.body.toString(), ClientDocument)
  if (document.client_id !== client_id) throw unusable('its client_id is another address')
  return document
}

const unusable = (problem: string) => new OauthError('invalid_client_metadata', problem)
