import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReverseProxy {
  url: string
  /** Distributes requests over these processes from now on. */
  leadTo: (ports: readonly number[]) => void
  /** Returns the number of responses from the process at this port. */
  answersOf: (port: number) => number
  close: () => Promise<void>
}

/** Starts a proxy on loopback as described in docs/operate.md. It retries nothing, so each failure reaches the client. */
export async function startReverseProxy(): Promise<ReverseProxy> {
  let ports: readonly number[] = []
  let turn = 0
  const answers = new Map<number, number>()
  const agent = new http.Agent({ keepAlive: true })
  const server = http.createServer((request, response) => {
    const port = ports[turn++ % ports.length] ?? 0
    const { method, url, headers } = request
    const passed_request = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      answers.set(port, (answers.get(port) ?? 0) + 1)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed_request.on('error', () => response.destroy())
    request.pipe(passed_request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (next) => {
      ports = next
    },
    answersOf: (port) => answers.get(port) ?? 0,
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
