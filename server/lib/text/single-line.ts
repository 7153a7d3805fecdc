/**
 * Returns text for one line, such as a name, subject or label, or anything else that can be part of an email header. Line breaks and other
 * control characters become one space. Characters that reorder text (bidi embeddings, overrides, isolates) are removed, because they can
 * disguise a sender or a file name. For `z.string().overwrite(singleLine)`.
 */
export const singleLine = (text: string): string => text.toWellFormed().replace(REORDERING, '').replace(BREAKS, ' ')

const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g
/** \p{Cc} includes CR, LF, NUL, tab and NEL. Some email clients treat the two separators as line ends. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu
