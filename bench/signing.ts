import { generateKeyPairSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import nodemailer from 'nodemailer'
import type { SigningKey } from '../server/mail/dkim/sign.ts'
import { createSigner } from '../server/mail/dkim/signer.ts'
import { parseLiquid } from '../server/mail/liquid/template.ts'
import { compileMail } from '../server/mail/mime/message.ts'

// Measures how many messages of 15 KB are signed per second: by the threads of this process, by nodemailer (RSA only, because it does not
// support Ed25519), and by mailauth. The messages are built before. Every round measures each in turn; the figures are medians.
// node bench/signing.ts [--messages 2000] [--rounds 5]

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '5' } },
})
const [count, rounds] = [Number(values.messages), Number(values.rounds)]

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const keyOf = (selector: string, algorithm: SigningKey['algorithm'], private_key: SigningKey['private_key']) => ({
  domain: 'studio.example',
  selector,
  algorithm,
  private_key,
})
const one_key: SigningKey[] = [keyOf('one', 'rsa-sha256', rsa.privateKey)]
const two_keys = [...one_key, keyOf('two', 'ed25519-sha256', generateKeyPairSync('ed25519').privateKey)]

const paragraph = `<p>Hello {{ first_name }}, ${'what we have learned this month. '.repeat(14)}
<a href="https://studio.example/read?more=1">Read on</a></p>\n`
const html = parseLiquid(paragraph.repeat(14), 'html')
const text = parseLiquid(paragraph.replace(/<[^>]*>/g, '').repeat(14), 'text')
const skeleton = compileMail({
  from: { name: 'Nora', address: 'hi@studio.example' },
  list: { name: 'Studio North', id: '1.lists.studio.example' },
  feedback_id: '1:2:broadcast:envoi',
  html,
  text,
})
const raws = Array.from({ length: count }, (_, n) => {
  const copy = { first_name: `Subscriber ${n}` }
  return skeleton.fill({
    to: { address: `subscriber${n}@example.net` },
    subject: `News for Subscriber ${n}`,
    message_id: `1.2.${n}@studio.example`,
    date: new Date(),
    html: html.render(copy),
    text: text.render(copy),
    unsubscribe: { url: `https://mail.studio.example/u/${n}` },
  })
})

const signer = createSigner()
const stream = nodemailer.createTransport({
  streamTransport: true,
  buffer: true,
  dkim: { domainName: 'studio.example', keySelector: 'one', privateKey: pem },
})
const at = new Date()
const variants: Record<string, () => Promise<unknown>> = {
  'threads, RSA-2048': () => inBlocks((block) => signer.sign(block, one_key, at)),
  'threads, RSA-2048 and Ed25519': () => inBlocks((block) => signer.sign(block, two_keys, at)),
  'nodemailer, RSA-2048': () =>
    inTurn((raw, n) =>
      stream.sendMail({ envelope: { from: 'hi@studio.example', to: `subscriber${n}@example.net` }, raw }),
    ),
  'mailauth, RSA-2048': () =>
    inTurn((raw) =>
      dkimSign(raw, {
        algorithm: 'rsa-sha256',
        signatureData: [{ signingDomain: 'studio.example', selector: 'one', privateKey: pem }],
      } as never),
    ),
}

const rates: Record<string, number[]> = {}
const memory: number[] = []
for (let round = 0; round <= rounds; round++) {
  for (const [name, run] of Object.entries(variants)) {
    const started = performance.now()
    await run()
    const rate = count / ((performance.now() - started) / 1000)
    // The first round starts threads and compiles code.
    if (round > 0) rates[name] = [...(rates[name] ?? []), rate]
  }
  globalThis.gc?.()
  memory.push(process.memoryUsage().rss)
}
await signer.close()

const median = (name: string) => rates[name]?.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
const size = Math.round(raws.reduce((sum, { length }) => sum + length, 0) / count / 1024)
console.log(`${count} messages of ${size} KB, ${availableParallelism()} cores, medians of ${rounds} rounds`)
for (const name of Object.keys(variants))
  console.log(`${name.padEnd(32)} ${Math.round(median(name)).toLocaleString('en').padStart(8)} messages/s`)
console.log(
  `ratio to nodemailer              ${(median('threads, RSA-2048') / median('nodemailer, RSA-2048')).toFixed(2)}`,
)
console.log(
  `memory after each round          ${memory.map((bytes) => `${Math.round(bytes / 1_048_576)} MB`).join(', ')}`,
)

/** Signs blocks of 32, four ahead, as sending does. */
async function inBlocks(sign: (block: Buffer[]) => Promise<Buffer[]>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < raws.length) {
      const block = raws.slice(next, next + 32)
      next += 32
      const headers = await sign(block)
      for (const [n, raw] of block.entries()) Buffer.concat([headers[n] as Buffer, raw])
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}

/** Signs eight at a time, like a pool of eight connections. */
async function inTurn(sign: (raw: Buffer, n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let n = next++; n < raws.length; n = next++) await sign(raws[n] as Buffer, n)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
