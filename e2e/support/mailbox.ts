import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { PATIENCE } from '../../server/testing/patience.ts'
import { running } from './running.ts'

/** A received message. */
export interface Message extends Email {
  /** Envelope recipients. */
  rcpt_to: string[]
  raw: string
}

/** Messages to addresses with this prefix are accepted only after `acceptFor`. */
const HELD = 'held.'
const POLL_MS = 50

/** An SMTP server that stores each message as a file for the test processes. */
export async function openMailbox(dir: string): Promise<{ port: number; close: () => Promise<void> }> {
  mkdirSync(dir, { recursive: true })
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        count += 1
        const file = path.join(dir, `${String(count).padStart(6, '0')}.json`)
        const rcpt_to = envelope.rcptTo.map(({ address }) => address)
        writeFileSync(`${file}.part`, JSON.stringify({ rcpt_to, raw: Buffer.concat(chunks).toString('latin1') }))
        renameSync(`${file}.part`, file)
        const held = rcpt_to.filter((address) => address.startsWith(HELD))
        const accept = () => (held.every((address) => existsSync(acceptance(dir, address))) ? done() : later())
        const later = () => setTimeout(accept, POLL_MS)
        accept()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as { port: number }
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

const acceptance = (dir: string, address: string) => path.join(dir, `${address}.accepted`)

/** Accepts delayed messages to an address. Until then, a broadcast stays in the sending state. */
export const acceptFor = (address: string, dir = running()?.mail_dir ?? '') =>
  writeFileSync(acceptance(dir, address), '')

/** Returns all messages to an address, oldest first. */
export async function messagesTo(address: string): Promise<Message[]> {
  const dir = running()?.mail_dir ?? ''
  const files = readdirSync(dir).filter((name) => name.endsWith('.json'))
  const messages = files.sort().map((name) => JSON.parse(readFileSync(path.join(dir, name), 'utf8')) as Message)
  return Promise.all(
    messages
      .filter(({ rcpt_to }) => rcpt_to.includes(address))
      .map(async ({ rcpt_to, raw }) => ({ ...(await PostalMime.parse(Buffer.from(raw, 'latin1'))), rcpt_to, raw })),
  )
}

/** Returns the newest message to an address, as soon as one satisfies `like`. */
export async function messageTo(address: string, like: (message: Message) => boolean = () => true): Promise<Message> {
  const deadline = Date.now() + PATIENCE.timeout
  for (;;) {
    const found = (await messagesTo(address)).findLast(like)
    if (found) return found
    if (Date.now() > deadline) throw new Error(`No such message to ${address} in ${PATIENCE.timeout / 1_000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Returns the action link of a service email. */
export function linkIn({ text = '' }: Message): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`No link in: ${text}`)
  return link
}
