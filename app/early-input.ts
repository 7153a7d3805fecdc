/**
 * A script for the head of every page. A page shows its buttons and inputs before its scripts have arrived, and React would lose what
 * is done with them until then: a click goes nowhere, a form leaves the page, and what was typed is not known. This keeps it, and does
 * it again as soon as React answers.
 */
export const earlyInput = (): string => `(${keepEarlyInput.toString()})()`

/** Runs in the browser as it is written here, so it uses nothing from outside. */
function keepEarlyInput(): void {
  const LOOK_EVERY_MS = 50
  const MOST_LOOKS = 400
  interface Kept {
    doAgain: () => void
    /** Whether React knows it by now. Without it, doing it once is enough. */
    isReceived: (() => boolean) | undefined
    looks: number
    was_ready: boolean
  }
  type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  const kept = new Map<Element, Kept>()
  // Others, such as those of an editor, are made by scripts and work from the beginning.
  const sent = new WeakSet<EventTarget>()
  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll('button, input, textarea, select')) sent.add(element)
  })

  // React puts its properties on each element that it answers for. A journey fails if that ever has another name.
  const propsOf = (element: Element): { value?: unknown } | undefined =>
    Object.entries(element).find(([name]) => name.startsWith('__reactProps$'))?.[1]
  const isReady = (element: Element) => propsOf(element) !== undefined
  const isEarly = (element: Element) => (document.readyState === 'loading' || sent.has(element)) && !isReady(element)

  function keep(element: Element, doAgain: () => void, isReceived?: () => boolean): void {
    if (kept.size === 0) setTimeout(look, LOOK_EVERY_MS)
    kept.set(element, { doAgain, isReceived, looks: 0, was_ready: false })
  }

  function look(): void {
    for (const [element, one] of kept) {
      one.looks++
      const is_ready = isReady(element)
      // A look later, when all of its part of the page has become ready.
      if (!element.isConnected || one.looks > MOST_LOOKS) kept.delete(element)
      else if (is_ready && one.was_ready) {
        if (!one.isReceived?.()) repeat(one.doAgain)
        if (!one.isReceived || one.isReceived()) kept.delete(element)
      }
      one.was_ready = is_ready
    }
    if (kept.size > 0) setTimeout(look, LOOK_EVERY_MS)
  }

  let is_repeating = false
  function repeat(doAgain: () => void): void {
    is_repeating = true
    doAgain()
    is_repeating = false
  }

  function press(button: HTMLButtonElement): void {
    const options = { bubbles: true, cancelable: true, button: 0, composed: true }
    button.dispatchEvent(new PointerEvent('pointerdown', { ...options, pointerType: 'mouse' }))
    button.dispatchEvent(new MouseEvent('mousedown', options))
    button.click()
  }

  function enter(input: Input, value: string): void {
    // React compares with what it has seen, and does not see what is written through the prototype.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set
    input.value = ''
    setter?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  // React sets its properties while a part of the page becomes ready, and a choice in that moment is lost: it is made again until React
  // has it, or has put its own back.
  function noteChoice(select: HTMLSelectElement): void {
    const { value } = select
    let is_known = !isEarly(select)
    const isReceived = () => {
      const props = propsOf(select)
      return is_known && (typeof props?.value !== 'string' || props.value === value || select.value !== value)
    }
    const doAgain = () => {
      is_known = true
      enter(select, value)
    }
    keep(select, doAgain, isReceived)
  }

  function noteInput({ target }: Event): void {
    if (is_repeating) return
    if (target instanceof HTMLSelectElement && !target.multiple) {
      if (isEarly(target) || sent.has(target)) noteChoice(target)
      return
    }
    const is_input =
      target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    // What is typed on until it is done again must not be taken back by it.
    if (!is_input || !(isEarly(target) || kept.has(target))) return
    if (target.type === 'file') {
      keep(target, () => target.dispatchEvent(new Event('change', { bubbles: true })))
      return
    }
    if (target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio')) {
      const { checked } = target
      keep(target, () => {
        target.checked = !checked
        target.click()
      })
      return
    }
    const { value } = target
    keep(target, () => enter(target, value))
  }

  window.addEventListener('input', noteInput, true)
  window.addEventListener('change', noteInput, true)
  window.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      // A form with an address needs no scripts.
      if (is_repeating || !button || button.form?.hasAttribute('action')) return
      // One that is pressed again before it is done is pressed once.
      if (!isEarly(button) && !kept.has(button)) return
      // Others would be sent to this page.
      event.preventDefault()
      event.stopImmediatePropagation()
      keep(button, () => press(button))
    },
    true,
  )
}
