import { z } from 'zod'
import { whole } from './whole-number.ts'

const text = z.string().min(1)

/** Settings of the media library (docs/media.md). */
export const MEDIA_SETTINGS = {
  MEDIA_ACCOUNT_MB: whole(1, 10_000_000)
    .default(2_048)
    .meta({ description: 'Megabytes that the images of one account can use, with all their sizes.' }),
  S3_BUCKET: text.optional().meta({
    description: 'Bucket of an S3-compatible store for images. Empty: they are files in DATA_DIR.',
  }),
  S3_ENDPOINT: z
    .string()
    .refine((value) => /^https?:/.test(value) && URL.canParse(value), {
      error: 'is not an address that starts with https:// or http://',
    })
    .transform((address) => address.replace(/\/$/, ''))
    .optional()
    .meta({ description: 'Address of the store, without the bucket.', fallback: 'Amazon S3 in S3_REGION' }),
  S3_REGION: text.default('us-east-1').meta({ description: 'Region of the bucket; many stores accept any.' }),
  S3_ACCESS_KEY_ID: text.optional().meta({ description: 'Key that may read, write, list and delete in S3_BUCKET.' }),
  S3_SECRET_ACCESS_KEY: text.optional().meta({ description: 'Belongs to S3_ACCESS_KEY_ID.' }),
}
