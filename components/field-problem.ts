/**
 * Returns what is wrong with a field of the page, with its name, and focuses it; undefined if nothing is. What a field refuses is not
 * stored, so nothing may be published or sent while one says so.
 */
export function fieldProblem(): string | undefined {
  const field = [
    ...document.querySelectorAll<HTMLElement>('main [aria-invalid=true], [role=dialog] [aria-invalid=true]'),
  ].find((one) => !one.closest('[hidden]'))
  if (!field) return undefined
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const error = document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '')?.textContent?.trim() ?? ''
  const name =
    document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ?? field.getAttribute('aria-label')
  field.focus()
  return name ? `${name}: ${error}` : error
}
