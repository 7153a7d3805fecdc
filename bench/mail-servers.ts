// node bench/mail-servers.ts <recipient> <url>...: sends three messages to each mail server of an SMTP_URL, a small one, one of 100 KB and one
// to an address in another script, and prints the server's extensions and replies.
import { createSmtpTransport } from '../server/mail/smtp/transport.ts'

const [recipient = '', ...urls] = process.argv.slice(2)
if (!recipient.includes('@') || urls.length === 0) {
  console.error('usage: node bench/mail-servers.ts someone@example.com smtp://127.0.0.1:25/?tls=never ...')
  process.exit(1)
}
const from = `envoi@${recipient.slice(recipient.indexOf('@') + 1)}`
const text = (bytes: number) => `${'x'.repeat(74)}\r\n`.repeat(Math.ceil(bytes / 76))
for (const url of urls) {
  const transport = createSmtpTransport(url)
  const { host } = new URL(url)
  try {
    console.log(`${host} offers ${(await transport.verify()).capabilities.join(', ')}`)
    for (const [label, to, bytes] of [
      ['small', recipient, 1_000],
      ['100 KB', recipient, 100_000],
      ['SMTPUTF8', recipient.replace('@', '+grüße@'), 1_000],
    ] as const) {
      const raw = Buffer.from(`From: ${from}\r\nTo: ${recipient}\r\nSubject: ${label}\r\n\r\n${text(bytes)}`)
      const { kind, response } = await transport.send({ envelope: { from, to }, raw })
      console.log(`${host} ${label}: ${kind}, ${response}`)
    }
  } catch (error) {
    console.log(`${host} cannot be used: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    await transport.close()
  }
}
