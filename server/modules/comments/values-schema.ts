/** Characters of one comment. */
export const MAX_COMMENT = 2_000
/** Comments of one draft, and replies of one thread. */
export const MAX_COMMENTS = 500
export const MAX_REPLIES = 50
export const MAX_MENTIONS = 20
/** Characters of a quote, and of what is kept before and after it to find it again. */
export const MAX_QUOTE = 300
export const QUOTE_CONTEXT = 40
