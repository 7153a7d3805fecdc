import { once } from 'node:events'
import net from 'node:net'
import nodemailer from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import { joinTemplate, parseLiquid } from '../server/mail/liquid/template.ts'

/** Other senders to the sink for comparison with the product, each without a ledger. All return messages per second. */
export interface Yardstick {
  port: number
  connections: number
  count: number
}

/**
 * Sends as fast as one process can write: sockets with prebuilt messages, each envelope in one write. `announces`: the next envelope is written
 * with the end of a message (RFC 2920), otherwise after that message was accepted.
 */
export async function sendBare(
  { port, connections, count }: Yardstick,
  messages: readonly Buffer[],
  { announces }: { announces: boolean },
): Promise<number> {
  const ready = messages.map((raw) => Buffer.concat([raw, Buffer.from('\r\n.\r\n')]))
  let remaining = count
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, () => sendOver()))
  return count / seconds(started)

  async function sendOver(): Promise<void> {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    const end = Promise.withResolvers<void>()
    let hasBegun = false
    socket.on('error', end.reject)
    socket.on('data', (chunk: Buffer) => {
      if (!hasBegun) {
        hasBegun = true
        socket.write('EHLO bare\r\n')
      } else if (chunk.includes('250 8BITMIME')) {
        if (remaining > 0) socket.write(envelope(remaining--))
        else end.resolve()
      } else if (chunk.includes('354 ')) {
        const raw = ready[remaining % ready.length] ?? Buffer.alloc(0)
        socket.cork()
        socket.write(raw)
        if (announces && remaining > 0) socket.write(envelope(remaining--))
        socket.uncork()
      } else if (!announces && remaining > 0) socket.write(envelope(remaining--))
      else end.resolve()
    })
    await end.promise
    socket.end('QUIT\r\n')
    await once(socket, 'close')
  }
}

const envelope = (n: number) => `MAIL FROM:<hi@studio.example>\r\nRCPT TO:<subscriber${n}@example.net>\r\nDATA\r\n`

/** Sends prebuilt messages with nodemailer's pool, so it composes nothing. */
export async function sendPrebuilt(yardstick: Yardstick, messages: readonly Buffer[]): Promise<number> {
  return sendPooled(yardstick, (n) => ({
    envelope: { from: 'hi@studio.example', to: `subscriber${n}@example.net` },
    raw: messages[n % messages.length] ?? Buffer.alloc(0),
  }))
}

/** Sends the same email, composed per recipient, with nodemailer's pool; `dkim` is nodemailer's option. */
export async function sendComposed(
  yardstick: Yardstick,
  content: string,
  dkim?: SMTPPool.Options['dkim'],
): Promise<number> {
  const html = parseLiquid(content, 'html')
  const text = content.replace(/<[^>]*>/g, '')
  return sendPooled(
    yardstick,
    (n) => ({
      from: 'Nora <hi@studio.example>',
      to: `subscriber${n}@example.net`,
      subject: `News for Subscriber ${n}`,
      html: joinTemplate(html, html.render({ subscriber: { first_name: `Subscriber ${n}` } })),
      text,
      list: { unsubscribe: { url: `https://mail.studio.example/u/${n}`, comment: 'x' } },
    }),
    dkim,
  )
}

async function sendPooled(
  { port, connections, count }: Yardstick,
  message: (n: number) => nodemailer.SendMailOptions,
  dkim?: SMTPPool.Options['dkim'],
): Promise<number> {
  const options: SMTPPool.Options = {
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
    ...(dkim && { dkim }),
    // Its own sockets wait for acknowledgements (Nagle's algorithm) and reach 150 emails/s. This is nodemailer at its best.
    getSocket: (_options, done) => {
      const connection = net.connect({ port, host: '127.0.0.1', noDelay: true }, () => done(null, { connection }))
    },
  }
  const pool = nodemailer.createTransport(options)
  const started_at = performance.now()
  let next = 0
  // Keeps its queue full without building all messages first.
  await Promise.all(
    Array.from({ length: connections * 4 }, async () => {
      while (next < count) await pool.sendMail(message(next++))
    }),
  )
  const rate = count / seconds(started_at)
  pool.close()
  return rate
}

export const seconds = (started: number): number => (performance.now() - started) / 1000
