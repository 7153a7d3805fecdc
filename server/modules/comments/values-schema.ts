/** Characters per comment. */
export const MAX_COMMENT = 2_000
/** Comments per draft, and replies per thread. */
export const MAX_COMMENTS = 500
export const MAX_REPLIES = 50
export const MAX_MENTIONS = 20
/** Characters of a quote, and of the text before and after it that helps to find it again. */
export const MAX_QUOTE = 300
export const QUOTE_CONTEXT = 40
