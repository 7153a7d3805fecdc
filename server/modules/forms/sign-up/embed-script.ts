/** The public data that the script needs. */
export interface EmbeddedForm {
  uid: string
  format: 'inline' | 'modal' | 'slide in' | 'sticky bar'
  html: string
  style: string
  open_after_seconds: number
}

/** Returns the script behind `embed_js`. It runs on other sites without libraries, cookies or globals. */
export const embedScript = (form: EmbeddedForm): string => `(${drawForm})(${JSON.stringify(form)});\n`

/** Runs in browsers from its own source text, so it can use nothing from outside. */
function drawForm(form: EmbeddedForm): void {
  const script = document.currentScript ?? document.querySelector(`script[src*="/f/${form.uid}/index.js"]`)
  const key = `envoi-form-${form.uid}`
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const style = document.createElement('style')
  style.textContent = form.style
  root.append(style)

  // Storage may be blocked; then the form shows again on the next page.
  const remember = () => {
    try {
      localStorage.setItem(key, String(Date.now()))
    } catch {}
  }
  const wasSeen = () => {
    try {
      return Date.now() - Number(localStorage.getItem(key) ?? 0) < 30 * 86_400_000
    } catch {
      return false
    }
  }

  const container = document.createElement('div')
  container.innerHTML = form.html

  const handleSubmit = () => {
    const element = container.querySelector('form')
    const button = element?.querySelector('button')
    const refused = element?.querySelector('.refused')
    if (!element || !button || !refused) return
    element.addEventListener('submit', async (event) => {
      event.preventDefault()
      const data = new URLSearchParams()
      for (const [name, value] of new FormData(element)) if (typeof value === 'string') data.append(name, value)
      data.set('referrer', location.href.slice(0, 2048))
      button.disabled = true
      refused.textContent = ''
      let answer: { html?: string; redirect_url?: string | null; errors?: string[] }
      try {
        const response = await fetch(element.action, {
          method: 'POST',
          headers: { Accept: 'application/json' },
          body: data,
          credentials: 'omit',
        })
        answer = await response.json()
      } catch {
        // The site's own policy may block the call; then submit to the form's page.
        button.disabled = false
        element.submit()
        return
      }
      button.disabled = false
      if (answer.html === undefined) {
        refused.textContent = answer.errors?.[0] ?? ''
        element.querySelector('input')?.focus()
        return
      }
      remember()
      if (answer.redirect_url) {
        location.assign(answer.redirect_url)
        return
      }
      container.innerHTML = answer.html
      container.querySelector<HTMLElement>('[role=status]')?.focus()
    })
  }
  handleSubmit()

  if (form.format === 'inline') {
    root.append(container)
    if (script && script.parentElement !== document.head) script.before(host)
    else document.addEventListener('DOMContentLoaded', () => document.body.append(host))
    return
  }

  const is_modal = form.format === 'modal'
  const frame = document.createElement(is_modal ? 'dialog' : 'div')
  if (!is_modal) frame.className = form.format === 'slide in' ? 'corner' : 'bar'
  const panel = document.createElement('div')
  panel.className = 'panel'
  const close = document.createElement('button')
  close.className = 'close'
  close.type = 'button'
  close.textContent = '×'
  close.setAttribute('aria-label', 'Close')
  panel.append(container, close)
  frame.append(panel)
  root.append(frame)
  frame.setAttribute('aria-label', container.querySelector('.headline')?.textContent ?? '')
  if (!is_modal) frame.setAttribute('role', 'complementary')

  const show = () => {
    if (!host.isConnected) document.body.append(host)
    if (frame instanceof HTMLDialogElement) {
      if (!frame.open) frame.showModal()
    } else frame.hidden = false
  }
  const hide = () => {
    remember()
    if (frame instanceof HTMLDialogElement) frame.close()
    else host.remove()
  }
  close.addEventListener('click', hide)
  frame.addEventListener('cancel', remember)
  frame.addEventListener('click', (event) => {
    if (is_modal && event.target === frame) hide()
  })
  // Any element on the site can open the form: <a href="…" data-envoi-form="9ab3c1">.
  document.addEventListener('click', (event) => {
    const opener = event.target instanceof Element && event.target.closest(`[data-envoi-form="${form.uid}"]`)
    if (!opener) return
    event.preventDefault()
    show()
  })
  if (!wasSeen()) setTimeout(show, form.open_after_seconds * 1000)
}
