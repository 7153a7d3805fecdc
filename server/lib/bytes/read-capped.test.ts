import { expect, test } from 'vitest'
import { readCapped } from './read-capped.ts'

/** Returns a body without a length that never ends. */
function endless() {
  let pulls = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulls++
      controller.enqueue(new Uint8Array(1_000))
    },
  })
  const request = new Request('http://envoi.test/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  return { request, asked: () => pulls }
}

test('a body up to the limit is read whole', async () => {
  const request = (body?: string) => new Request('http://envoi.test/', { method: 'POST', body })
  expect(String(await readCapped(request('0123456789'), 10))).toBe('0123456789')
  expect(await readCapped(request(), 10)).toHaveLength(0)
  expect(await readCapped(request('0123456789x'), 10)).toBeUndefined()
})

test('an endless body is read up to the limit only', async () => {
  const { request, asked } = endless()
  expect(await readCapped(request, 10_000)).toBeUndefined()
  expect(asked()).toBeLessThan(20)
})

test('an announced length above the limit is refused unread', async () => {
  const headers = { 'Content-Length': '11' }
  expect(
    await readCapped(new Request('http://envoi.test/', { method: 'POST', headers, body: 'x' }), 10),
  ).toBeUndefined()
})

test('a Content-Length that is wrong or not a number does not change the result', async () => {
  for (const promised of ['2', '90', '-1', 'five', '']) {
    const headers = { 'Content-Length': promised }
    const request = new Request('http://envoi.test/', { method: 'POST', headers, body: 'hello' })
    expect(String(await readCapped(request, 100)), promised).toBe('hello')
  }
})
