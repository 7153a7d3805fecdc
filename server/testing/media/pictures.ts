import sharp from 'sharp'
import type { Ctx } from '../../core/context.ts'
import type { Picture } from '../../modules/media/schema.ts'
import { addPicture } from '../../modules/media/service.ts'

/** Returns a JPEG of one color. Different colors give different images. */
export const jpegOf = (width: number, height: number, background = '#2563eb'): Promise<Buffer<ArrayBuffer>> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>

/** Adds a small image to an account's library. */
export const pictured = async (ctx: Ctx, name = 'harbor.jpg', background?: string): Promise<Picture> =>
  addPicture(ctx, { name, bytes: await jpegOf(400, 300, background) })
