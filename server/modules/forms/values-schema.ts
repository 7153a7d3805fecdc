export const FORM_STATUSES = ['active', 'archived', 'trashed'] as const

export const FORM_FORMATS = ['inline', 'modal', 'slide in', 'sticky bar'] as const

export const OPENINGS = ['time', 'scroll', 'exit', 'click'] as const
export const FREQUENCIES = ['always', 'days', 'never'] as const
export const FIELD_LOOKS = ['select', 'radio'] as const

export const MAX_FILE_BYTES = 25 * 2 ** 20
export const ACCEPTED_FILES = 'PDF, EPUB, ZIP, MP3, M4A, WAV, OGG, FLAC, JPEG, PNG, GIF, WebP and AVIF'
