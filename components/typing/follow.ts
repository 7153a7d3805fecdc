import { isTyping, TEXTS, textFocus } from './typing'

/** Focuses a text field with the cursor at its end. */
export function focusAtEnd(field: HTMLElement): void {
  field.focus({ preventScroll: true })
  if (field.isContentEditable) {
    const selection = getSelection()
    selection?.selectAllChildren(field)
    selection?.collapseToEnd()
  } else if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text')) {
    field.setSelectionRange(field.value.length, field.value.length)
  }
}

/** Returns an element's text field with this name, by default the one used last, or else its main text field. */
export function textIn(element: ParentNode, name = last_name): HTMLElement | undefined {
  const open = textsIn(element)
  return (
    open.find((field) => nameOf(field) === name) ??
    open.findLast((one) => one.matches('textarea, [aria-multiline=true]'))
  )
}

/**
 * Focuses a panel that has replaced the user's previous one: the text field used last, the first one with `is_text`, or the panel itself.
 */
export function focusPanel(panel: HTMLElement, { is_text }: { is_text: boolean }): void {
  const texts = textsIn(panel)
  const field = texts.find((one) => nameOf(one) === last_name) ?? (is_text ? texts[0] : undefined)
  if (field) focusAtEnd(field)
  else panel.focus({ preventScroll: true })
}

const textsIn = (element: ParentNode): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(`${TEXTS}, [contenteditable=true]`)].filter(isOpen)

let last_name: string | undefined

/** Returns true if a field accepts typing. */
function isOpen(field: HTMLElement): boolean {
  if (!field.isConnected || !isTyping(field) || field.closest('[inert], [hidden]')) return false
  return !field.matches(':disabled') && !('readOnly' in field && field.readOnly === true)
}

interface Lost {
  name: string
  page: string
}

/**
 * Tracks which text field has the focus. If the page replaces or disables it, the same field gets the focus back as soon as it is available
 * again.
 */
export function followTextFocus(): () => void {
  let lostFocus: Lost | undefined
  const observer = new MutationObserver(look)
  const observe = () =>
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['contenteditable', 'disabled', 'readonly', 'inert', 'hidden'],
    })

  function enter(field: HTMLElement): void {
    lostFocus = undefined
    last_name = nameOf(field)
    textFocus.enter(field)
    observe()
  }

  function leave(): void {
    textFocus.leave()
    observer.disconnect()
  }

  function lose(field: HTMLElement): void {
    textFocus.lose()
    lostFocus = { name: nameOf(field), page: location.pathname }
    observe()
  }

  function look(): void {
    const { field } = textFocus
    if (field && !isOpen(field)) lose(field)
    if (!lostFocus) return
    if (!textFocus.is_waiting || lostFocus.page !== location.pathname || document.activeElement !== document.body) {
      if (!textFocus.field) observer.disconnect()
      lostFocus = undefined
      return
    }
    const { name } = lostFocus
    const [again, ...others] = textsIn(document).filter((one) => nameOf(one) === name)
    if (again && others.length === 0) focusAtEnd(again)
  }

  const listeners: { [Name in keyof DocumentEventMap]?: (event: DocumentEventMap[Name]) => void } = {
    focusin({ target }) {
      if (isTyping(target)) enter(target)
    },
    focusout({ target }) {
      // A window in the background keeps its focus.
      if (textFocus.field && textFocus.field === target && document.hasFocus()) lose(textFocus.field)
    },
    pointerdown({ target }) {
      if (!(target instanceof Node && textFocus.field?.contains(target))) leave()
    },
    keydown(event) {
      const { target, key } = event
      if (textFocus.is_held && !isTyping(target) && isTypedKey(event)) {
        event.preventDefault()
        event.stopImmediatePropagation()
      } else if (isTyping(target)) {
        const is_left = key === 'Tab' || key === 'Escape' || (key === 'Enter' && target.matches('input, select'))
        if (is_left) leave()
        else if (textFocus.field !== target) enter(target)
      } else if (key === 'Tab') leave()
    },
  }
  // Capturing, to run before all other listeners on the page.
  for (const [name, listener] of Object.entries(listeners))
    document.addEventListener(name, listener as EventListener, { capture: true })
  return () => {
    observer.disconnect()
    for (const [name, listener] of Object.entries(listeners))
      document.removeEventListener(name, listener as EventListener, { capture: true })
  }
}

/** Returns true for keys that type text, unlike browser shortcuts and keys that move the focus. */
const isTypedKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && key !== 'Tab' && key !== 'Escape' && !/^F\d/.test(key)

/** Returns the name by which a user knows a field. */
export function nameOf(field: HTMLElement): string {
  const [label] = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? (field.labels ?? []) : []
  return field.getAttribute('aria-label') ?? label?.textContent ?? ''
}
