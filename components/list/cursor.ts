import { type inferParserType, parseAsString } from 'nuqs/server'

/** Query parameters of a list’s cursors, for pages on the server and in the browser. */
export const CURSOR = { after: parseAsString, before: parseAsString }

export const cursorOf = ({ after, before }: inferParserType<typeof CURSOR>) => ({
  after: after ?? undefined,
  before: before ?? undefined,
})

export type Cursor = ReturnType<typeof cursorOf>
