import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { readExpiries } from './certificates.ts'

test('the certificate of an address has its date, and one that cannot be read is left out', async () => {
  // Its own certificate, which no authority signed.
  const server = new SMTPServer({ secure: true, disabledCommands: ['AUTH'] })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = listening.address() as AddressInfo
  const expiries = await readExpiries({
    files: ['/no/certificate.pem'],
    urls: [`https://127.0.0.1:${port}`, `https://127.0.0.1:${port}/again`, 'https://127.0.0.1:1'],
  })
  expect([...expiries.keys()]).toEqual([`127.0.0.1:${port}`])
  expect(+(expiries.get(`127.0.0.1:${port}`) ?? 0)).toBeGreaterThan(0)
})
