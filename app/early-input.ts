/**
 * A script for the head of every page. A page shows its buttons and inputs before its scripts arrive, and React would lose input until
 * then: clicks do nothing, forms leave the page, and typed text is ignored. This script records such input and replays it as soon as React
 * handles events.
 */
export const earlyInput = (): string => `(${keepEarlyInput.toString()})()`

/** Serialized and run in the browser, so it uses nothing from outside. */
function keepEarlyInput(): void {
  const LOOK_EVERY_MS = 50
  const MAX_LOOKS = 400
  interface Kept {
    doAgain: () => void
    /** Number of looks since React started handling the element. */
    looks: number
    /** True if React hydrated the element while it received text, and mistook the text for the rendered value. */
    is_unknown: boolean
  }
  type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  const keptActions = new Map<Element, Kept>()
  // Elements of the server's HTML whose events React has not received yet. Elements created by scripts work from the start.
  const sentElements = new WeakSet<EventTarget>()
  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll('button, input, textarea, select')) sentElements.add(element)
  })

  // React sets its properties on each element that it handles. A journey fails if their name ever changes.
  const isReady = (element: Element) => Object.keys(element).some((name) => name.startsWith('__reactProps$'))
  const isFresh = (element: Element) => document.readyState === 'loading' || sentElements.has(element)

  function keep(element: Element, doAgain: () => void): void {
    if (keptActions.size === 0) setTimeout(look, LOOK_EVERY_MS)
    keptActions.set(element, { doAgain, looks: 0, is_unknown: keptActions.get(element)?.is_unknown ?? false })
  }

  function look(): void {
    for (const [element, one] of keptActions) {
      if (isReady(element)) one.looks++
      if (!element.isConnected || one.looks > MAX_LOOKS) keptActions.delete(element)
      // One look later, because then the whole part of the page is hydrated.
      else if (one.looks > 1) repeat(one.doAgain)
    }
    if (keptActions.size > 0) setTimeout(look, LOOK_EVERY_MS)
  }

  let is_repeating = false
  function repeat(doAgain: () => void): void {
    is_repeating = true
    doAgain()
    is_repeating = false
  }

  /**
   * React attaches to a part's elements before all of it is hydrated. Until then it stops their events at the document, where it listens.
   * An event that reaches the next target was received.
   */
  let unready: Element | undefined
  function receive({ target, type }: Event): void {
    const element = elementOf(target)
    if (!element || !isReady(element) || (isCheckable(element) && type !== 'click')) return
    const one = keptActions.get(element)
    if (one && element === unready) one.is_unknown = true
    if (one?.is_unknown && !is_repeating) return
    keptActions.delete(element)
    sentElements.delete(element)
  }

  const elementOf = (target: EventTarget | null): Element | null =>
    target instanceof Element ? (target.closest('button') ?? target) : null

  const isCheckable = (element: Element): element is HTMLInputElement =>
    element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')

  function press(button: HTMLButtonElement): void {
    const options = { bubbles: true, cancelable: true, button: 0, composed: true }
    let is_received = false
    const note = () => {
      is_received = true
    }
    button.addEventListener('pointerdown', note, { capture: true, once: true })
    button.dispatchEvent(new PointerEvent('pointerdown', { ...options, pointerType: 'mouse' }))
    button.removeEventListener('pointerdown', note, { capture: true })
    if (!is_received) return
    button.dispatchEvent(new MouseEvent('mousedown', options))
    button.click()
  }

  function enter(input: Input, value: string): void {
    // React compares values with those set through its own setter, and does not notice ones set through the prototype.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set
    input.value = ''
    setter?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  function check(input: HTMLInputElement, is_checked: boolean): void {
    input.checked = !is_checked
    input.click()
  }

  function noteInput({ target }: Event): void {
    unready = target instanceof Element && !isReady(target) ? target : undefined
    const is_input =
      target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    // A replay must not overwrite typing that continues before it.
    if (is_repeating || !is_input || isCheckable(target) || !(isFresh(target) || keptActions.has(target))) return
    const { value } = target
    if (target.type === 'file') keep(target, () => target.dispatchEvent(new Event('change', { bubbles: true })))
    else keep(target, () => enter(target, value))
  }

  function noteClick(event: MouseEvent): void {
    const element = elementOf(event.target)
    // Pressing an element again before its replay counts as one press.
    if (is_repeating || !element || !(isFresh(element) || keptActions.has(element))) return
    if (isCheckable(element)) {
      const { checked } = element
      keep(element, () => check(element, checked))
      return
    }
    // A form with an action needs no scripts.
    if (!(element instanceof HTMLButtonElement) || element.form?.hasAttribute('action')) return
    // Input into the same form must be replayed before it is sent.
    const isAhead = [...keptActions.keys()].some((one) => one !== element && (one as Input).form === element.form)
    if (!isReady(element) || keptActions.has(element) || (element.form && isAhead)) {
      // Other forms would be submitted to this page.
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    keep(element, () => press(element))
  }

  // A button pressed at that moment would submit its form to this page.
  function noteSubmit(event: SubmitEvent): void {
    if (event.submitter && keptActions.has(event.submitter)) event.preventDefault()
  }

  window.addEventListener('input', noteInput, true)
  window.addEventListener('change', noteInput, true)
  window.addEventListener('click', noteClick, true)
  window.addEventListener('submit', noteSubmit, true)
  for (const type of ['input', 'change', 'click']) document.documentElement.addEventListener(type, receive, true)
}
