/**
 * Returns the SQL of the rows of a query as one JSON value, in order, so several lists take one round trip. JSON has no times: select them as
 * text (`isoSql`).
 */
export const rowsSql = (query: string): string =>
  `coalesce((select jsonb_agg(to_jsonb(listed)) from (${query}) listed), '[]')`
