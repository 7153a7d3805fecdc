export const MAX_PICTURE_BYTES = 20 * 2 ** 20

export const ACCEPTED = 'JPEG, PNG, GIF, WebP and AVIF'

/** Types offered in file dialogs. The server checks only the content. */
export const ACCEPTED_TYPES = 'image/jpeg,image/png,image/gif,image/webp,image/avif'

export const MAX_ALT = 1_000
