import { solveProof } from './solve-proof.ts'
import { type StartVisit, startVisit } from './start-visit.ts'
import { type OpeningRules, watchOpening } from './watch-opening.ts'

/** A version of a form; without a test there is one. */
export interface EmbeddedVersion extends OpeningRules {
  /** As counted: `a3` is version A of the third test. Empty: no test. */
  version: string
  html: string
  style: string
}

/** The public data that the script needs. */
export interface EmbeddedForm {
  uid: string
  address: string
  format: 'inline' | 'modal' | 'slide in' | 'sticky bar'
  /** Paths, or path prefixes that end with `*`. */
  shown_on: readonly string[]
  hidden_on: readonly string[]
  /** Direction of its texts. Absent: the direction of the surrounding page. */
  dir?: 'rtl'
  /** The label of the button that closes it. */
  close_label: string
  versions: readonly EmbeddedVersion[]
}

interface Parts {
  solve: typeof solveProof
  start: StartVisit
  watch: typeof watchOpening
}

/** Returns the script of `embed_js`. It runs on other sites without libraries, cookies or globals. */
export const embedScript = (form: EmbeddedForm): string =>
  `(${drawForm})({solve:${solveProof},start:${startVisit},watch:${watchOpening}},${JSON.stringify(form)});\n`

/** Runs in browsers from its source text, so it cannot use anything outside. */
function drawForm({ solve, start, watch }: Parts, form: EmbeddedForm): void {
  const { uid, address, format } = form
  const script = document.currentScript ?? document.querySelector(`script[src*="/f/${uid}/index.js"]`)
  const path = location.pathname.replace(/(.)\/$/, '$1')
  const isOn = (paths: readonly string[]) =>
    paths.some((one) =>
      one.endsWith('*') ? `${path}/`.startsWith(one.slice(0, -1)) : path === (one.replace(/\/$/, '') || '/'),
    )
  const isHere = (form.shown_on.length === 0 || isOn(form.shown_on)) && !isOn(form.hidden_on)
  const visit = start({ uid, address, solve, version: () => shown_version.version })
  // During a test, visitors keep their version.
  const kept = form.versions.find(({ version }) => version === visit.read().test)
  const shown_version = kept ?? (form.versions[Math.floor(Math.random() * form.versions.length)] as EmbeddedVersion)
  if (shown_version.version && !kept) visit.save({ test: shown_version.version })
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  if (form.dir) host.dir = form.dir
  const style = document.createElement('style')
  style.textContent = shown_version.style
  root.append(style)
  const container = document.createElement('div')
  container.innerHTML = shown_version.html
  // A script in the head runs before the body exists, or after the whole page was parsed.
  const withBody = (work: () => void) => {
    if (document.body) work()
    else document.addEventListener('DOMContentLoaded', work, { once: true })
  }
  const handleSubmit = () => {
    const element = container.querySelector('form')
    const button = element?.querySelector('button')
    const refused = element?.querySelector('.refused')
    if (!element || !button || !refused) return
    element.addEventListener('submit', async (event) => {
      event.preventDefault()
      button.disabled = true
      refused.textContent = ''
      const data = new URLSearchParams()
      for (const [name, value] of new FormData(element)) if (typeof value === 'string') data.append(name, value)
      data.set('referrer', location.href.slice(0, 2048))
      data.set('envoi_version', shown_version.version)
      const proof = await visit.prove(data.get('email_address') ?? '')
      for (const [name, value] of Object.entries(proof)) data.set(name, value)
      let answer: { html?: string; is_step?: boolean; redirect_url?: string | null; errors?: string[]; form?: string }
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { Accept: 'application/json' },
          body: data,
          credentials: 'omit',
        })
        answer = await response.json()
      } catch {
        // The site's policy may block the call; then submit to the form's page.
        button.disabled = false
        visit.save({ closed: Date.now() })
        element.submit()
        return
      }
      button.disabled = false
      if (answer.form !== undefined) {
        container.innerHTML = answer.form
        handleSubmit()
        container.querySelector<HTMLElement>('[aria-invalid]')?.focus()
        return
      }
      if (answer.html === undefined) {
        refused.textContent = answer.errors?.[0] ?? ''
        element.querySelector('input')?.focus()
        return
      }
      if (!answer.is_step) visit.save({ joined: Date.now() })
      if (answer.redirect_url) {
        location.assign(answer.redirect_url)
        return
      }
      container.innerHTML = answer.html
      handleSubmit()
      container.querySelector<HTMLElement>('[role=status],button')?.focus()
    })
  }
  handleSubmit()
  if (format === 'inline') {
    if (!isHere) return
    root.append(container)
    // Counts a view when the form becomes visible, not when the page loads.
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      visit.begin()
    }).observe(host)
    if (script && script.parentElement !== document.head) script.before(host)
    else withBody(() => document.body.append(host))
    return
  }
  const isModal = format === 'modal'
  const frame = document.createElement(isModal ? 'dialog' : 'div')
  if (!isModal) frame.className = format === 'slide in' ? 'corner' : 'bar'
  const panel = document.createElement('div')
  panel.className = 'panel'
  const close = document.createElement('button')
  close.className = 'close'
  close.type = 'button'
  close.textContent = '×'
  close.setAttribute('aria-label', form.close_label)
  panel.append(container, close)
  frame.append(panel)
  root.append(frame)
  frame.setAttribute('aria-label', container.querySelector('.headline')?.textContent ?? '')
  if (!isModal) frame.setAttribute('role', 'complementary')
  let opener: Element | null = null
  const show = () =>
    withBody(() => {
      if (!host.isConnected) document.body.append(host)
      visit.begin()
      if (frame instanceof HTMLDialogElement && !frame.open) frame.showModal()
    })
  const saveClosed = () => visit.save({ closed: Date.now() })
  const hide = () => {
    if (frame instanceof HTMLDialogElement) {
      frame.close()
      return
    }
    saveClosed()
    host.remove()
    // A dialog returns the focus itself.
    if (opener instanceof HTMLElement) opener.focus()
    opener = null
  }
  close.addEventListener('click', hide)
  // If Escape is a visitor's first input, browsers close a dialog without a `cancel` event. `close` follows later, perhaps never if the
  // visitor leaves the page; `beforetoggle` fires immediately, but not in every browser.
  frame.addEventListener('close', saveClosed)
  frame.addEventListener('beforetoggle', (event) => {
    if ('newState' in event && event.newState === 'closed') saveClosed()
  })
  frame.addEventListener('keydown', (event) => {
    if (!isModal && event instanceof KeyboardEvent && event.key === 'Escape') hide()
  })
  frame.addEventListener('click', (event) => {
    if (isModal && event.target === frame) hide()
  })
  const openFrom = (element: Element) => {
    opener = element
    show()
    if (!isModal) container.querySelector('input')?.focus()
  }
  // Any element on the site can open the form: <a href="#form-9ab3c1">, <button data-envoi-form="9ab3c1">.
  document.addEventListener('click', (event) => {
    const { target } = event
    const found = target instanceof Element && target.closest(`[data-envoi-form="${uid}"],a[href$="#form-${uid}"]`)
    if (!found) return
    event.preventDefault()
    openFrom(found)
  })
  const followAddress = () => {
    if (location.hash === `#form-${uid}`) show()
  }
  addEventListener('hashchange', followAddress)
  followAddress()
  if (isHere) watch(shown_version, visit.read, show)
}
