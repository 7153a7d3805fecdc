// A small server between a payment processor and Envoi (docs/billing.md).
import { createServer, type IncomingMessage } from 'node:http'
import { type ProcessorEvent, planChanged } from './plan-changed.ts'
import { envoi_url, port, processor_secret, secret } from './settings.ts'
import { signed, verified } from './standard-webhooks.ts'

interface Answer {
  status: number
  body: unknown
}

/** An event of the processor. A status other than 2xx makes the processor send it again. */
async function fromProcessor(request: IncomingMessage, body: string): Promise<Answer> {
  if (!verified(processor_secret, request.headers, body)) return { status: 401, body: 'not signed' }
  const event = JSON.parse(body) as ProcessorEvent
  const changed = planChanged(event)
  if (!changed) return { status: 200, body: 'ignored' }
  const text = JSON.stringify(changed)
  // The id of the processor's event: when it is sent again, Envoi knows it.
  const answer = await fetch(`${envoi_url}/hooks/billing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed(secret, event.id, text) },
    body: text,
  })
  return { status: answer.status, body: await answer.json() }
}

/** Reports that were received, by id. Keep them in a database: a report may come twice. */
const reports = new Set<string>()

function fromEnvoi(request: IncomingMessage, body: string): Answer {
  const id = verified(secret, request.headers, body)
  if (!id) return { status: 401, body: 'not signed' }
  if (reports.has(id)) return { status: 200, body: 'known' }
  const { data } = JSON.parse(body) as { data: { day: string; accounts: { id: string; peak_subscribers: number }[] } }
  for (const usage of data.accounts) console.log(`${data.day} ${usage.id} ${usage.peak_subscribers}`)
  reports.add(id)
  return { status: 200, body: 'stored' }
}

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const answer = await answerOf(request, body).catch((error: unknown) => ({ status: 500, body: String(error) }))
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})

async function answerOf(request: IncomingMessage, body: string): Promise<Answer> {
  if (request.method === 'POST' && request.url === '/processor') return fromProcessor(request, body)
  if (request.method === 'POST' && request.url === '/usage') return fromEnvoi(request, body)
  return { status: 404, body: 'Not Found' }
}

server.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`))
