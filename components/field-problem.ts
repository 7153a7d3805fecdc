/**
 * Focuses the first invalid field of the page and returns its name and error, or undefined. An invalid field is not stored, so publishing
 * and sending must wait.
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
