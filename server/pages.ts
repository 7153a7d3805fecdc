import type { IncomingMessage, RequestListener } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import next from 'next'

/** Next's request handler: dashboard, hosted pages, tRPC. */
export interface Pages {
  answer: RequestListener
  /** The socket of hot reload, in development. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => Promise<void>
}

export async function openPages(input: { dev: boolean; port: number; host: string | undefined }): Promise<Pages> {
  const app = next({
    dev: input.dev,
    dir: path.join(import.meta.dirname, '..'),
    port: input.port,
    hostname: input.host ?? 'localhost',
    customServer: true,
    quiet: true,
  })
  await app.prepare()
  return { answer: app.getRequestHandler(), upgrade: app.getUpgradeHandler(), close: () => app.close() }
}
