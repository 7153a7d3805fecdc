import { expect, test } from 'vitest'
import { SaveQueue } from './save-queue.ts'

interface Change {
  subject: string
  content: string
}

/** A store whose requests end when the test decides. */
function slowStore() {
  const requests: { change: Partial<Change>; end: (error?: Error) => void }[] = []
  const queue = new SaveQueue<Change>((change) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    requests.push({ change, end: (error) => (error ? reject(error) : resolve()) })
    return promise
  })
  return { queue, requests }
}

test('two simultaneous calls both wait until the change is stored', async () => {
  const { queue, requests } = slowStore()
  const done: string[] = []
  queue.add({ subject: 'Moss' })
  const flushes = ['first', 'second'].map((name) => queue.flush().then(() => done.push(name)))
  await Promise.resolve()
  expect(requests.map(({ change }) => change)).toEqual([{ subject: 'Moss' }])
  await new Promise(setImmediate)
  expect(done).toEqual([])
  requests[0]?.end()
  await Promise.all(flushes)
  expect(done.sort()).toEqual(['first', 'second'])
  expect(requests).toHaveLength(1)
})

test('a change during a request is stored by the next one', async () => {
  const { queue, requests } = slowStore()
  queue.add({ subject: 'Moss' })
  const first = queue.flush()
  queue.add({ content: '<p>Moss</p>' })
  const second = queue.flush()
  requests[0]?.end()
  await first
  await new Promise(setImmediate)
  requests[1]?.end()
  await second
  expect(requests.map(({ change }) => change)).toEqual([{ subject: 'Moss' }, { content: '<p>Moss</p>' }])
})

test('a failed change is stored again, with newer changes taking precedence', async () => {
  const { queue, requests } = slowStore()
  queue.add({ subject: 'Moss', content: '<p>1</p>' })
  const failed = queue.flush()
  queue.add({ content: '<p>2</p>' })
  requests[0]?.end(new Error('The server did not answer'))
  await expect(failed).rejects.toThrow('The server did not answer')
  expect(queue.is_pending).toBe(true)
  const again = queue.flush()
  requests[1]?.end()
  await again
  expect(requests[1]?.change).toEqual({ subject: 'Moss', content: '<p>2</p>' })
  expect(queue.is_pending).toBe(false)
})

test('a failed change that may have been stored is sent again unchanged, before newer changes', async () => {
  const requests: { change: Partial<Change>; end: (error?: Error) => void }[] = []
  const queue = new SaveQueue<Change>(
    (change) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      requests.push({ change, end: (error) => (error ? reject(error) : resolve()) })
      return promise
    },
    undefined,
    () => true,
  )
  queue.add({ subject: 'Moss', content: '<p>1</p>' })
  const failed = queue.flush()
  queue.add({ content: '<p>2</p>' })
  requests[0]?.end(new Error('The connection was lost'))
  await expect(failed).rejects.toThrow('The connection was lost')
  expect(queue.unsaved).toEqual({ subject: 'Moss', content: '<p>2</p>' })
  const again = queue.flush()
  requests[1]?.end()
  await new Promise(setImmediate)
  requests[2]?.end()
  await again
  expect(requests.slice(1).map(({ change }) => change)).toEqual([
    { subject: 'Moss', content: '<p>1</p>' },
    { content: '<p>2</p>' },
  ])
  expect(queue.is_pending).toBe(false)
})

test('queued and running changes are reported as unsaved until they are stored or discarded', async () => {
  const requests: PromiseWithResolvers<void>[] = []
  const reports: Partial<Change>[] = []
  const queue = new SaveQueue<Change>(
    () => {
      const request = Promise.withResolvers<void>()
      requests.push(request)
      return request.promise
    },
    (unsaved) => reports.push(unsaved),
  )
  queue.add({ subject: 'Moss' })
  const saved = queue.flush()
  queue.add({ content: '<p>Moss</p>' })
  expect(reports).toEqual([{ subject: 'Moss' }, { subject: 'Moss', content: '<p>Moss</p>' }])
  requests[0]?.resolve()
  await saved
  expect(reports.at(-1)).toEqual({ content: '<p>Moss</p>' })
  const failed = queue.flush()
  requests[1]?.reject(new Error('The server did not answer'))
  await expect(failed).rejects.toThrow('The server did not answer')
  expect(reports.at(-1)).toEqual({ content: '<p>Moss</p>' })
  queue.discard()
  expect(reports.at(-1)).toEqual({})
  expect(queue.is_pending).toBe(false)
})

test('a discarded change is not sent again, even if its request fails', async () => {
  const { queue, requests } = slowStore()
  queue.add({ subject: 'Moss' })
  const failed = queue.flush()
  queue.discard()
  requests[0]?.end(new Error('The server did not answer'))
  await expect(failed).rejects.toThrow('The server did not answer')
  expect(queue.is_pending).toBe(false)
})

test('a call that loses permission to store keeps the changes', async () => {
  const { queue, requests } = slowStore()
  let may = true
  queue.add({ subject: 'Moss' })
  const first = queue.flush()
  queue.add({ content: '<p>Moss</p>' })
  const second = queue.flush(() => may)
  may = false
  requests[0]?.end()
  await Promise.all([first, second])
  expect(requests).toHaveLength(1)
  expect(queue.is_pending).toBe(true)
})
