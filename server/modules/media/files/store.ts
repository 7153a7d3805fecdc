import path from 'node:path'
import { env } from '../../../env.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder.ts'
import { s3Store } from './s3.ts'

export const mediaFolder = (): string => path.join(env().DATA_DIR, 'media')

export function fileStore(): FileStore {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = env()
  if (!S3_BUCKET) return folderStore(mediaFolder())
  return s3Store({
    endpoint: S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`,
    bucket: S3_BUCKET,
    region: S3_REGION,
    access_key_id: S3_ACCESS_KEY_ID,
    secret_access_key: S3_SECRET_ACCESS_KEY,
  })
}
