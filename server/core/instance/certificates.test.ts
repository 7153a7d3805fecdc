import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { KnownExpiries } from './certificates.ts'

/** A server with its own certificate, which no authority signed. */
async function listenWith(port = 0) {
  const server = new SMTPServer({ secure: true, disabledCommands: ['AUTH'] })
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  return { port: (listening.address() as AddressInfo).port, close }
}

test('the certificate of an address has its date, and one that cannot be read is left out', async () => {
  const { port } = await listenWith()
  const expiries = await new KnownExpiries().read({
    files: ['/no/certificate.pem'],
    urls: [`https://127.0.0.1:${port}`, `https://127.0.0.1:${port}/again`, 'https://127.0.0.1:1'],
  })
  expect([...expiries.keys()]).toEqual([`127.0.0.1:${port}`])
  expect(+(expiries.get(`127.0.0.1:${port}`) ?? 0)).toBeGreaterThan(0)
})

test('a certificate that could not be read is read again after a minute, and a known date stays', async () => {
  const { port, close } = await listenWith()
  await close()
  const [certificates, name] = [new KnownExpiries(), `127.0.0.1:${port}`]
  const read = async (seconds: number) => [
    ...(await certificates.read({ files: [], urls: [`https://${name}`] }, seconds * 1_000)).keys(),
  ]
  expect(await read(0)).toEqual([])
  const again = await listenWith(port)
  expect(await read(59)).toEqual([])
  expect(await read(61)).toEqual([name])
  await again.close()
  expect(await read(61 + 3_601)).toEqual([name])
})
