import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { Env } from '../../env.ts'

const PATIENCE_MS = 4_000
const FRESH_MS = 3_600_000
/** Delay before retrying a certificate that could not be read. */
const RETRY_MS = 60_000

/** The instance's certificates: PEM files, and https addresses. */
export interface Certificates {
  files: readonly string[]
  urls: readonly string[]
}

/** Returns the certificates of the instance's site and of its bounce server. */
export const certificatesOf = ({
  BASE_URL,
  APP_URL,
  PUBLIC_URL,
  TRACKING_URL,
  BOUNCE_SMTP_CERTIFICATE: file,
}: Env) => ({
  files: file === undefined ? [] : [file],
  urls: [BASE_URL, APP_URL, PUBLIC_URL, TRACKING_URL].filter((url) => url.startsWith('https:')),
})

/** Expiry dates of certificates, read hourly. A date remains known while later reads fail. */
export class KnownExpiries {
  readonly #known = new Map<string, { at: Date | undefined; again_at: number }>()

  async read({ files, urls }: Certificates, now_ms = performance.now()): Promise<Map<string, Date>> {
    const isDue = (name: string) => now_ms >= (this.#known.get(name)?.again_at ?? Number.NEGATIVE_INFINITY)
    const due = { files: files.filter(isDue), urls: urls.filter((url) => isDue(hostOf(url))) }
    for (const name of [...due.files, ...due.urls.map(hostOf)])
      this.#known.set(name, { at: this.#known.get(name)?.at, again_at: now_ms + RETRY_MS })
    for (const [name, at] of await readExpiries(due)) this.#known.set(name, { at, again_at: now_ms + FRESH_MS })
    return new Map([...this.#known].flatMap(([name, { at }]) => (at ? [[name, at]] : [])))
  }
}

const hostOf = (url: string): string => new URL(url).host

/**
 * Returns the expiry of each certificate by host name or file, without unreadable ones. For an address this is the certificate visible from
 * this machine, which may belong to a proxy.
 */
export async function readExpiries({ files, urls }: Certificates): Promise<Map<string, Date>> {
  const hosts = new Map(urls.map((url) => [hostOf(url), new URL(url)]))
  const read = [
    ...files.map(async (file) => [file, new X509Certificate(await readFile(file)).validTo] as const),
    ...[...hosts].map(
      async ([host, { hostname, port }]) => [host, await expiryOf(hostname, Number(port || 443))] as const,
    ),
  ]
  const results = await Promise.allSettled(read)
  return new Map(
    results.flatMap((result) => (result.status === 'fulfilled' ? [[result.value[0], new Date(result.value[1])]] : [])),
  )
}

function expiryOf(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    // Accepts expired certificates, because it looks for them. Sends nothing.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: PATIENCE_MS }, () => {
      resolve(socket.getPeerCertificate().valid_to)
      socket.destroy()
    })
    socket.on('timeout', () => socket.destroy(new Error('no answer')))
    socket.on('error', reject)
  })
}
