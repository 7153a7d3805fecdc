import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../../server/lib/net/free-port.ts'
import { openMailbox } from './mailbox.ts'
import { startProduct, untilReady } from './process.ts'
import { announce, temporary } from './running.ts'

/** Starts the product like `npm start`, with its own folder and an SMTP server on loopback. */
export default async function start(): Promise<() => Promise<void>> {
  const dir = mkdtempSync(path.join(temporary(), 'envoi-e2e-'))
  const data_dir = path.join(dir, 'data')
  const mail_dir = path.join(dir, 'mail')
  const mailbox = await openMailbox(mail_dir)
  const dns_port = await freePort()
  const product = await startProduct({
    DATA_DIR: data_dir,
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    // The sample app runs on loopback.
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1,::1',
    // A test starts a name server there.
    DNS_SERVERS: `127.0.0.1:${dns_port}`,
    // Tests set their IP addresses, because sign-ups are limited per address.
    TRUSTED_PROXIES: '127.0.0.1,::1',
    // A journey reads its pages in these locales.
    PSEUDO_LOCALES: 'on',
    // Lets pages arrive with their data however slow the machine is.
    PAGE_WAIT_MS: '60000',
  })
  announce({ base_url: product.base_url, data_dir, mail_dir, dns_port })
  await untilReady(product).catch(async (reason) => {
    product.child.kill('SIGTERM')
    await product.ended()
    throw reason
  })
  return async () => {
    product.child.kill('SIGTERM')
    const code = await product.ended()
    await mailbox.close()
    rmSync(dir, { recursive: true, force: true })
    if (code !== 0)
      throw new Error(`The product ended with exit code ${code} when it was told to stop:\n${product.output()}`)
  }
}
