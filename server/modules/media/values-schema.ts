export const MAX_PICTURE_BYTES = 20 * 2 ** 20

export const ACCEPTED = 'JPEG, PNG, GIF, WebP and AVIF'
