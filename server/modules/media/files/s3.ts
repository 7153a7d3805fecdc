import { AwsClient } from 'aws4fetch'
import type { FileStore } from './file-store.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  access_key_id: string
  secret_access_key: string
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/** Stores objects in an S3-compatible store, in path style: `<endpoint>/<bucket>/media/<key>/<file>`. The bucket can be private. */
export function s3Store({ endpoint, bucket, region, access_key_id, secret_access_key }: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    region,
    service: 's3',
    retries: RETRIES,
  })
  const root = `${endpoint}/${bucket}`
  const address = (key: string, file: string) => `${root}/media/${key}/${file}`
  const call = async (url: string, init: RequestInit, accepted: readonly number[] = []) => {
    const answer = await client.fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (answer.ok || accepted.includes(answer.status)) return answer
    const [, code = ''] = /<Code>(\w{1,64})<\/Code>/.exec(await answer.text().catch(() => '')) ?? []
    throw new Error(`The store of pictures answered ${answer.status} ${code} to ${init.method}`.replace(/ {2}/g, ' '))
  }
  return {
    async put(key, file, bytes, media_type) {
      const answer = await call(address(key, file), {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'Content-Type': media_type },
      })
      await answer.body?.cancel()
    },
    async get(key, file) {
      const answer = await call(address(key, file), { method: 'GET' }, [404])
      if (answer.status === 404 || !answer.body) {
        await answer.body?.cancel()
        return undefined
      }
      return { body: answer.body, bytes: Number(answer.headers.get('content-length')) }
    },
    async remove(key) {
      const found = await call(`${root}?list-type=2&prefix=media/${key}/`, { method: 'GET' })
      const files = [...(await found.text()).matchAll(/<Key>media\/[\w-]+\/([\w.]+)<\/Key>/g)].map(([, file]) => file)
      for (const file of files)
        if (file) await (await call(address(key, file), { method: 'DELETE' }, [404])).body?.cancel()
    },
  }
}
