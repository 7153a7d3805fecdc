import { TextFocus } from './text-focus'

/** Tracks the text field that the user of this page is typing into. */
export const textFocus = new TextFocus<HTMLElement>(() => performance.now())

export const TEXTS = 'input:not([type=checkbox], [type=radio]), textarea, select'

/** Returns true if typing goes into this element. */
export function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement) || target.closest('[data-state=closed]')) return false
  return target.isContentEditable || target.matches(TEXTS)
}

/** Returns true if an open dialog or menu receives keys. Closing ones do not count. */
export const isDialogOpen = (): boolean =>
  document.querySelector(
    ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-state=closed])',
  ) !== null
