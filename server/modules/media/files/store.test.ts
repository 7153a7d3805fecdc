import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder.ts'
import { type S3Settings, s3Store } from './s3.ts'

// Both stores must pass the same tests. The S3 server checks signatures and keeps objects on disk.

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'envoi-pictures-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

async function s3Server(): Promise<S3Settings> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await folder(),
    configureBuckets: [{ name: 'pictures' }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'pictures',
    region: 'eu-central-1',
    access_key_id: 'S3RVER',
    secret_access_key: 'S3RVER',
  }
}

const STORES: [string, () => Promise<FileStore>][] = [
  ['folder', async () => folderStore(await folder())],
  ['bucket', async () => s3Store(await s3Server())],
]

const readFile = async (store: FileStore, key: string, file: string) => {
  const found = await store.get(key, file)
  return found && { bytes: found.bytes, body: Buffer.from(await new Response(found.body).arrayBuffer()).toString() }
}

describe.each(STORES)('a store in a %s', (_, open) => {
  test('returns stored files, and nothing for unknown ones', async () => {
    const store = await open()
    await store.put('key-A_1', '320.jpg', Buffer.from('small'), 'image/jpeg')
    await store.put('key-A_1', '640.webp', Buffer.from('larger'), 'image/webp')
    expect(await readFile(store, 'key-A_1', '320.jpg')).toEqual({ bytes: 5, body: 'small' })
    expect(await readFile(store, 'key-A_1', '640.webp')).toEqual({ bytes: 6, body: 'larger' })
    expect(await store.get('key-A_1', '1200.jpg')).toBeUndefined()
    expect(await store.get('key-B', '320.jpg')).toBeUndefined()
  })

  test('a file can be put again', async () => {
    const store = await open()
    for (const text of ['same', 'same'])
      await Promise.all([1, 2].map(() => store.put('key', '320.png', Buffer.from(text), 'image/png')))
    expect(await readFile(store, 'key', '320.png')).toEqual({ bytes: 4, body: 'same' })
  })

  test('removes the files of one image, even if there are none', async () => {
    const store = await open()
    for (const key of ['gone', 'gone-not'])
      for (const file of ['320.jpg', '320.webp']) await store.put(key, file, Buffer.from(key), 'image/jpeg')
    await store.remove('gone')
    await store.remove('gone')
    expect(await store.get('gone', '320.jpg')).toBeUndefined()
    expect(await store.get('gone', '320.webp')).toBeUndefined()
    expect(await readFile(store, 'gone-not', '320.jpg')).toEqual({ bytes: 8, body: 'gone-not' })
  })
})

test('a folder leaves no unfinished file', async () => {
  const root = await folder()
  await folderStore(root).put('key', '320.jpg', Buffer.from('x'), 'image/jpeg')
  expect(await readdir(path.join(root, 'ke', 'key'))).toEqual(['320.jpg'])
})

test('the error of a store contains its response, but not its secret', async () => {
  const settings = await s3Server()
  const store = s3Store({ ...settings, secret_access_key: 'not the secret' })
  await expect(store.put('key', '320.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow(
    'The store of pictures answered 403 SignatureDoesNotMatch to PUT',
  )
})
