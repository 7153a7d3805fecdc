// Saves and previews hostile texts in a loop, in a separate process, from `start` to `stop`. Reports how many were read or refused.

export interface Target {
  /** Address of the dashboard. */
  origin: string
  cookie: string
  /** One key allows 120 requests a minute. */
  keys: string[]
  broadcast_id: number
  door: 'dashboard' | 'api'
  abreast: number
}

/** Texts with the accepted maximum of each part, and texts of a megabyte with few parts. */
const KINDS: readonly (() => string)[] = [
  () => '&nbsp;'.repeat(160_000),
  () => '<br>'.repeat(49_000),
  () => '<hr data-paywall="">'.repeat(48_000),
  () => '<img src="https://a.example/x.png" alt="x">'.repeat(20_000),
  () => '<!--x-->'.repeat(49_000),
  () => '<p>{{ subscriber.first_name }}</p>'.repeat(4_900),
  () => '{% if subscriber.city %}b{% endif %}'.repeat(2_400),
  () => Array.from({ length: 1_990 }, (_, at) => `<a href="https://a.example/${at}">x</a>`).join(''),
  () => `<table>${'<tr><td>x</td></tr>'.repeat(12_000)}</table>`,
  () => '<'.repeat(900_000),
  () => '*|a|* '.repeat(160_000),
  () => '%%first_name%% '.repeat(60_000),
]
const [address = ''] = process.argv.slice(2)
const texts = Array.from({ length: 50 }, (_, at) => KINDS[at % KINDS.length]?.() ?? '')
let isRunning = false
let [answered, refused_requests, sent_requests] = [0, 0, 0]
let current_run: Promise<unknown> = Promise.resolve()

process.on('message', async (message: { start: Target } | { stop: true }) => {
  if ('start' in message) {
    ;[isRunning, answered, refused_requests] = [true, 0, 0]
    current_run = Promise.all(Array.from({ length: message.start.abreast }, () => loop(message.start)))
  } else {
    isRunning = false
    await current_run
    process.send?.({ answered, refused: refused_requests })
  }
})

async function loop(target: Target): Promise<void> {
  while (isRunning) {
    const content = texts[sent_requests++ % texts.length] ?? ''
    await (target.door === 'api' ? saveByApi(target, content) : saveByDashboard(target, content))
  }
}

async function saveByDashboard({ origin, cookie, broadcast_id: id }: Target, content: string): Promise<void> {
  const headers = { cookie, origin, 'content-type': 'application/json' }
  const call = (name: string, input: object) =>
    ask(`/api/trpc/broadcasts.${name}`, { method: 'POST', headers, body: JSON.stringify(input) })
  await call('update', { id, content })
  await call('preview', { id })
  await call('checklist', { id })
}

async function saveByApi({ keys, broadcast_id }: Target, content: string): Promise<void> {
  const headers = { 'X-Service-Api-Key': keys[sent_requests % keys.length] ?? '', 'content-type': 'application/json' }
  const path = `/v4/broadcasts/${broadcast_id}`
  await ask(path, { method: 'PUT', headers, body: JSON.stringify({ content }) })
  await ask(path, { headers })
}

async function ask(path: string, init: RequestInit): Promise<void> {
  const response = await fetch(`${address}${path}`, init)
  await response.arrayBuffer()
  if (response.ok) answered++
  else refused_requests++
}
