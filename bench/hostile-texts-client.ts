// Saves and previews hostile texts in a loop, in a process of its own, from `start` to `stop`. Says how many were read or refused.

export interface Target {
  /** Address of the dashboard. */
  origin: string
  cookie: string
  /** One key may ask 120 times a minute. */
  keys: string[]
  broadcast_id: number
  door: 'dashboard' | 'api'
  abreast: number
}

/** The most of each part that is accepted, and texts of a megabyte that have few parts. */
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
let is_running = false
let [answered, refused, sent] = [0, 0, 0]
let ended: Promise<unknown> = Promise.resolve()

process.on('message', async (message: { start: Target } | { stop: true }) => {
  if ('start' in message) {
    ;[is_running, answered, refused] = [true, 0, 0]
    ended = Promise.all(Array.from({ length: message.start.abreast }, () => loop(message.start)))
  } else {
    is_running = false
    await ended
    process.send?.({ answered, refused })
  }
})

async function loop(target: Target): Promise<void> {
  while (is_running) {
    const content = texts[sent++ % texts.length] ?? ''
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
  const headers = { 'X-Service-Api-Key': keys[sent % keys.length] ?? '', 'content-type': 'application/json' }
  const path = `/v4/broadcasts/${broadcast_id}`
  await ask(path, { method: 'PUT', headers, body: JSON.stringify({ content }) })
  await ask(path, { headers })
}

async function ask(path: string, init: RequestInit): Promise<void> {
  const response = await fetch(`${address}${path}`, init)
  await response.arrayBuffer()
  if (response.ok) answered++
  else refused++
}
