// A receiver in a separate process: answers 200 under /ok, never under /hang. Its parent queries arrivals and their times.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

interface Arrival {
  path: string
  events: number
  /** Milliseconds since 1970. */
  at: number
}

let arrivals: Arrival[] = []
const server = http.createServer((request, response) => {
  let bytes = 0
  let events = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    events += countEvents(chunk)
  })
  request.on('end', () => {
    const path = request.url ?? ''
    arrivals.push({ path, events, at: Date.now() })
    if (!path.startsWith('/hang')) response.end(bytes > 0 ? 'ok' : '')
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', () => {
  process.send?.({ arrivals })
  arrivals = []
})

/** Every event has this property once. A property split between two chunks is missed, which only delays the end of a wait. */
function countEvents(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf('"created":'); at >= 0; at = chunk.indexOf('"created":', at + 1)) count++
  return count
}
