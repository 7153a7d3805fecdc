import { type inferParserType, parseAsString } from 'nuqs/server'

/** Query parameters of a list’s cursors, for pages on the server and in the browser. */
export const CURSOR = { after: parseAsString, before: parseAsString }

export const cursorOf = ({ after, before }: inferParserType<typeof CURSOR>) => ({
  after: after ?? undefined,
  before: before ?? undefined,
})

export type Cursor = ReturnType<typeof cursorOf>

/** Returns a query's input from the URL's filters, without unset ones, which are null. */
export const withoutNull = <Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as {
    [Name in keyof Filters]?: Exclude<Filters[Name], null>
  }
