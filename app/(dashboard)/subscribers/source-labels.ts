/** Labels of source types. */
export const SOURCES: Record<string, string> = {
  form_subscription: 'A form',
  api_subscription: 'An app or the API',
  manual: 'Added manually',
  import: 'An import',
}
