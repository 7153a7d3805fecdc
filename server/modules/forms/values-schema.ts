export const FORM_STATUSES = ['active', 'archived', 'trashed'] as const

export const FORM_SORTS = ['created', 'name', 'subscribers', 'views', 'conversion'] as const
/** Days of views and conversion in the list of forms, until today. */
export const FIGURE_DAYS = 30

export const FORM_FORMATS = ['inline', 'modal', 'slide in', 'sticky bar'] as const

export const OPENINGS = ['time', 'scroll', 'exit', 'click'] as const
export const FREQUENCIES = ['always', 'days', 'never'] as const
export const OPEN_AFTER_SECONDS = { min: 0, max: 600 }
export const OPEN_AFTER_PERCENT = { min: 1, max: 100 }
export const SHOWS_AGAIN_DAYS = { min: 1, max: 365 }
export const FIELD_LOOKS = ['select', 'radio'] as const

export const MAX_FORM_FIELDS = 11
export const MAX_CONSENTS = 5

export const MAX_FILE_BYTES = 25 * 2 ** 20
export const ACCEPTED_FILES = 'PDF, EPUB, ZIP, MP3, M4A, WAV, OGG, FLAC, JPEG, PNG, GIF, WebP and AVIF'
