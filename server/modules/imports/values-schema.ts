/** Size of a stored file's chunks. The last one may be smaller. */
export const CHUNK_BYTES = 2 ** 18

/** Maximum bytes of one upload request. */
export const PIECE_BYTES = 8 * CHUNK_BYTES

/**
 * Bytes of a file that the analysis reads: longer than the longest row, to detect a row that never ends. The rows of shorter files are
 * counted, of longer ones estimated.
 */
export const HEAD_BYTES = 5 * CHUNK_BYTES

/** A file with more unknown columns may be a survey, so no new fields are suggested. Kit has at most 140 fields. */
export const MAX_GUESSED_FIELDS = 140

/** Days for which results of rows are kept. Counts stay. */
export const RESULT_DAYS = 90

export const CONSENT_SOURCES = {
  website_form: 'They signed up on my website or landing page',
  other_service: 'They are on my list at another email service',
  customers: 'They bought from me and agreed to receive email',
  in_person: 'They signed up in person, on paper or at an event',
  other: 'Something else',
} as const

/** Results of rows that were not applied. Their cells are stored. */
export const PROBLEMS = ['duplicate', 'invalid', 'skipped'] as const
