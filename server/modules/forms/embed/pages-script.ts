import { solveProof } from './solve-proof.ts'
import { type StartVisit, startVisit } from './start-visit.ts'

interface Parts {
  solve: typeof solveProof
  start: StartVisit
}

/**
 * Returns the script of `/f/forms.js`, for pages with a form in their HTML: hosted pages, posts, frames, and copied HTML. It counts views,
 * proves that a visitor sends the form, and gives frames the form's height.
 */
export const pagesScript = (origin: string): string =>
  `(${guardForms})({solve:${solveProof},start:${startVisit}},${JSON.stringify(origin)});\n`

/** Runs in browsers from its source text, so it cannot use anything outside. */
function guardForms({ solve, start }: Parts, origin: string): void {
  const guard = (form: HTMLFormElement) => {
    const [, address = '', uid = ''] = /^(.*\/f\/([\w-]+))(?:\/frame)?$/.exec(form.action) ?? []
    // A page with two copied forms loads this script twice.
    if (!address.startsWith(`${origin}/f/`) || form.dataset.envoi) return
    form.dataset.envoi = uid
    const input = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    const visit = start({ uid, address, solve, version: () => input('envoi_version')?.value ?? '' })
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      // The page of the extra step is not a second view.
      if (!input('envoi_step')) visit.begin()
    })
    observer.observe(form)
    const button = form.querySelector<HTMLButtonElement>('button:not([type=button])')
    form.addEventListener('submit', async (event) => {
      if (input('envoi_step')) return
      event.preventDefault()
      if (button) button.disabled = true
      // The form's own page knows the visitor's origin, even after a submission and return.
      const isOwnPage = location.href.startsWith(address) && input('page')
      for (const [name, value] of Object.entries(await visit.prove(input('email_address')?.value ?? ''))) {
        if (isOwnPage && (name === 'page' || name === 'came_from')) continue
        const hidden = input(name) ?? form.appendChild(document.createElement('input'))
        hidden.type = 'hidden'
        hidden.name = name
        hidden.value = value
      }
      // The response is another page, so assume success: the form must not open over the next page.
      visit.save({ closed: Date.now() })
      HTMLFormElement.prototype.submit.call(form)
    })
    // A visitor who returns can send it again.
    addEventListener('pageshow', () => {
      if (button) button.disabled = false
    })
  }
  const begin = () => document.querySelectorAll('form').forEach(guard)
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
  else begin()
  if (parent !== window && location.pathname.endsWith('/frame')) {
    const report = () => parent.postMessage({ envoi_form_height: document.body.scrollHeight }, '*')
    new ResizeObserver(report).observe(document.body)
    return
  }
  addEventListener('message', ({ data, origin: from, source }) => {
    const height = Number(data?.envoi_form_height)
    if (from !== origin || !(height > 0)) return
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.style.height = `${Math.ceil(height)}px`
  })
}
