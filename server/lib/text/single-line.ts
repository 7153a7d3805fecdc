/**
 * Text for one line: names, subjects, labels, everything that can end up in an email header. Line breaks and other control
 * characters become one space; characters that reorder the text around them (bidi embeddings, overrides, isolates) are
 * removed, because they make a sender or a file name read as another. For `z.string().overwrite(singleLine)`.
 */
export const singleLine = (text: string): string => text.toWellFormed().replace(REORDERING, '').replace(BREAKS, ' ')

const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g
/** \p{Cc} holds CR, LF, NUL, tab and NEL; the two separators end a line for some readers. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu
