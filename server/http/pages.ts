import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import next from 'next'
import { keepBuild } from '../build/folders.ts'
import { serveAssets } from './assets.ts'

/** Next's request handler: dashboard, hosted pages, tRPC. */
export interface Pages {
  answer: RequestListener
  /** Handles the sockets of hot reload, in development. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => Promise<void>
}

interface PagesOptions {
  root: string
  /** Folder of a build, relative to `root`. Undefined: pages are compiled on request (development). */
  build: string | undefined
  port: number
  host: string | undefined
}

export async function openPages(input: PagesOptions): Promise<Pages> {
  const unmark = input.build ? keepBuild(input.root, input.build) : () => {}
  if (input.build) takeConfigOf(path.join(input.root, input.build))
  const app = next({
    dev: !input.build,
    dir: input.root,
    port: input.port,
    hostname: input.host ?? 'localhost',
    customServer: true,
    quiet: true,
  })
  await app.prepare()
  return {
    answer: input.build
      ? serveAssets(path.join(input.root, input.build), app.getRequestHandler())
      : app.getRequestHandler(),
    upgrade: app.getUpgradeHandler(),
    close: () => app.close().finally(unmark),
  }
}

/** Next reads the settings of a build from this variable, as in its own images, instead of loading and checking next.config.mjs. */
function takeConfigOf(build: string): void {
  const { config } = JSON.parse(readFileSync(path.join(build, 'required-server-files.json'), 'utf8'))
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
}
