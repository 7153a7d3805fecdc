import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:tls'

const PATIENCE_MS = 4_000

/** Certificates of this instance: PEM files, and addresses that begin with https. */
export interface Certificates {
  files: readonly string[]
  urls: readonly string[]
}

/**
 * Returns when each certificate expires, by host name or file. Leaves out those that cannot be read. The certificates of addresses are those
 * that this machine sees, which a proxy in front of it may have.
 */
export async function readExpiries({ files, urls }: Certificates): Promise<Map<string, Date>> {
  const hosts = new Map(urls.map((url) => [new URL(url).host, new URL(url)]))
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
    // An expired certificate is what this looks for. Nothing is sent.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: PATIENCE_MS }, () => {
      resolve(socket.getPeerCertificate().valid_to)
      socket.destroy()
    })
    socket.on('timeout', () => socket.destroy(new Error('no answer')))
    socket.on('error', reject)
  })
}
