import { generateKeyPairSync } from 'node:crypto'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { dkimHeaders, type SigningKey } from './sign.ts'
import { createSigner } from './signer.ts'

const AT = new Date('2026-03-04T05:06:07Z')
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys: SigningKey[] = [{ domain: 'studio.no', selector: 'one', algorithm: 'rsa-sha256', private_key: privateKey }]
const message = (n: number) => Buffer.from(`From: hi@studio.no\r\nTo: subscriber${n}@example.net\r\n\r\nHello ${n}\r\n`)
/** RSA signatures of one text are equal, so the expected message is known. */
const expected = (raw: Buffer) => dkimHeaders(raw, keys, AT.getTime() / 1000)

function openSigner(options: Parameters<typeof createSigner>[0] = {}) {
  const signer = createSigner(options)
  onTestFinished(() => signer.close())
  return signer
}

/** Returns a thread that ends when it gets its first batch. */
const crashing = () =>
  new Worker(`require('node:worker_threads').parentPort.once('message', () => process.exit(1))`, { eval: true })
const working = () => new Worker(path.join(import.meta.dirname, 'signing-thread.ts'), { execArgv: [] })

test('threads sign many messages, each with its own signature', async () => {
  const signer = openSigner({ threads: 2 })
  const raws = Array.from({ length: 100 }, (_, n) => message(n))
  const signed = await signer.sign(raws, keys, AT)
  expect(signed.map((headers) => headers.toString('latin1'))).toEqual(raws.map(expected))
})

test('another thread signs the messages of a thread that ended', async () => {
  let started = 0
  const signer = openSigner({ threads: 2, start: () => (++started < 3 ? crashing() : working()) })
  const raws = Array.from({ length: 100 }, (_, n) => message(n))
  const signed = await signer.sign(raws, keys, AT)
  expect(signed.map((headers) => headers.toString('latin1'))).toEqual(raws.map(expected))
  expect(started).toBe(4)
})

test('a message that cannot be signed fails, and the others are signed', async () => {
  const signer = openSigner({ threads: 1 })
  const bad = Buffer.from('To: lin@example.net\r\n\r\nx')
  const [first, second, third] = await Promise.allSettled(
    [message(1), bad, message(2)].map((raw) => signer.sign([raw], keys, AT)),
  )
  expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const without_thread = openSigner({ threads: 1, start: crashing })
  await expect(without_thread.sign([message(1)], keys, AT)).rejects.toThrow('ended with code 1')
})

test('more messages than the queue takes are all signed, and closing fails the waiting ones', async () => {
  const signer = openSigner({ threads: 1 })
  const many = Array.from({ length: 1_200 }, (_, n) => signer.sign([message(n % 3)], keys, AT))
  expect((await Promise.all(many)).every(([headers]) => headers?.toString('latin1').startsWith('DKIM-Signature'))).toBe(
    true,
  )
  const waiting = Promise.allSettled(Array.from({ length: 50 }, (_, n) => signer.sign([message(n)], keys, AT)))
  await signer.close()
  expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set(['rejected']))
  await expect(signer.sign([message(1)], keys, AT)).rejects.toThrow('closed')
})
