import { somethingWentWrong } from '@/components/error-text'
import { formatNumber } from '@/components/format'
import { t } from '@/server/lib/locale/texts.ts'
import type { Picture } from '@/server/modules/media/schema.ts'
import { ACCEPTED, MAX_PICTURE_BYTES } from '@/server/modules/media/values-schema.ts'

/** Uploads a file to the library. Rejects with the server's error message; `onProgress` receives numbers from 0 to 1. */
export function uploadPicture(file: File, onProgress: (done: number) => void = () => {}): Promise<Picture> {
  if (file.size > MAX_PICTURE_BYTES)
    return Promise.reject(
      new Error(`${file.name} is larger than ${MAX_PICTURE_BYTES / 2 ** 20} MB. Upload a smaller file.`),
    )
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', `/api/media?name=${encodeURIComponent(file.name)}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new Error(`${file.name} was not uploaded: no connection. Try again.`))
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as Picture)
      const { errors } = (request.response ?? {}) as { errors?: string[] }
      reject(new Error(errors?.[0] ?? somethingWentWrong()))
    }
    request.send(file)
  })
}

/** Copies a web image to the library. Rejects with the server's error message. */
export async function copyPicture(address: string, alt: string): Promise<Picture> {
  const answer = await fetch(`/api/media?${new URLSearchParams({ from: address, alt })}`, { method: 'POST' }).catch(
    () => {
      throw new Error(t`The image was not copied: no connection.`)
    },
  )
  if (answer.status === 201) return (await answer.json()) as Picture
  const { errors } = (await answer.json().catch(() => ({}))) as { errors?: string[] }
  throw new Error(errors?.[0] ?? somethingWentWrong())
}

/** Returns the image files of a paste or drop. Ignores the image of a document that a paste from it contains, in favor of its HTML. */
export function imageFiles(data: DataTransfer | null): File[] {
  if (!data || [...data.types].includes('text/html')) return []
  return [...data.files].filter(({ type }) => type.startsWith('image/'))
}

export const pixelsText = ({ width, height }: { width: number; height: number }) =>
  t`${formatNumber(width)} × ${formatNumber(height)} pixels`

export const pictureHint = () => `${ACCEPTED}, up to ${MAX_PICTURE_BYTES / 2 ** 20} MB.`

/** Returns the address of the smaller WebP file, which browsers display. */
export const webpUrl = (url: string) => url.replace(/\.\w+$/, '.webp')

/**
 * Returns the background class of an image. A checkered background makes transparent parts of a PNG visible: a black logo in the dark
 * theme, a white one in the light theme.
 */
export const groundOf = (url: string) => (url.endsWith('.png') ? 'checkered' : 'bg-muted')
