import { type Editor, useEditorState } from '@tiptap/react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { LucideIcon } from '@/components/generated/icons'
import { cn } from '@/components/ui/cn'
import { itemStyle, surfaceStyle } from '@/components/ui/menu-style'
import { closeSuggestions, type Suggesting, suggestKey } from './suggest'

export interface Suggestion {
  name: string
  icon?: LucideIcon
  hint?: string
  /** Additional search words. */
  words?: string
  run: (editor: Editor) => void
}

interface SuggestMenuProps {
  editor: Editor
  /** Suggestions by trigger. */
  suggestions: Readonly<Partial<Record<Suggesting['trigger'], readonly Suggestion[]>>>
  /** Handles the editor's keys while the menu is open. */
  onKey: RefObject<(event: KeyboardEvent) => boolean>
}

/** The menu at the cursor. The focus stays in the text, which refers to the active option. */
export function SuggestMenu({ editor, suggestions, onKey }: SuggestMenuProps) {
  const id = useId()
  const match = useEditorState({ editor, selector: ({ editor: now }) => suggestKey.getState(now.state)?.found })
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const shownSuggestions = match && editor.isEditable ? matching(suggestions[match.trigger] ?? [], match.query) : []
  const current = Math.min(active, shownSuggestions.length - 1)
  const is_open = shownSuggestions.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: typing changes the list
  useEffect(() => setActive(0), [match?.from, match?.query])
  useEffect(() => {
    const attributes = { 'aria-controls': `${id}-menu`, 'aria-activedescendant': `${id}-${current}` }
    const { dom } = editor.view
    if (!is_open) return
    for (const [name, value] of Object.entries(attributes)) dom.setAttribute(name, value)
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const name of Object.keys(attributes)) dom.removeAttribute(name)
    }
  }, [editor, id, current, is_open])

  useEffect(() => {
    if (!is_open) return
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !editor.view.hasFocus()) return
      event.preventDefault()
      event.stopPropagation()
      closeSuggestions(editor.view)
    }
    // Runs before the sheet or dialog around the editor, which Escape would close as well.
    window.addEventListener('keydown', close, { capture: true })
    return () => window.removeEventListener('keydown', close, { capture: true })
  }, [editor, is_open])

  function choose(chosen: Suggestion | undefined) {
    if (!chosen || !match) return
    editor.chain().focus().deleteRange({ from: match.from, to: match.to }).run()
    chosen.run(editor)
  }

  onKey.current = (event) => {
    if (!is_open) return false
    if (event.key === 'ArrowDown') setActive((current + 1) % shownSuggestions.length)
    else if (event.key === 'ArrowUp') setActive((current - 1 + shownSuggestions.length) % shownSuggestions.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(shownSuggestions[current])
    else return false
    return true
  }

  if (!is_open || !match) return null
  return (
    <div
      ref={list}
      id={`${id}-menu`}
      role="listbox"
      aria-label={match.trigger === '/' ? 'Insert' : 'Personalize'}
      className={cn(surfaceStyle, 'absolute w-72 max-w-full overflow-y-auto')}
      style={placeAt(editor, match.from)}
    >
      {shownSuggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the editor handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
        <div
          key={suggestion.name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          className={cn(itemStyle, index === current && 'bg-accent text-accent-foreground')}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setActive(index)}
          onClick={() => choose(suggestion)}
        >
          {suggestion.icon ? <suggestion.icon aria-hidden /> : null}
          <span className="min-w-0 truncate">{suggestion.name}</span>
          {suggestion.hint ? (
            <span className="ms-auto shrink-0 text-muted-foreground text-xs">{suggestion.hint}</span>
          ) : null}
        </div>
      ))}
    </div>
  )
}

/** Sorts names that start with the query first. */
function matching(all: readonly Suggestion[], query: string): Suggestion[] {
  const typed = query.toLowerCase()
  const found = all.filter(({ name, words = '' }) => `${name} ${words}`.toLowerCase().includes(typed))
  return found.sort((a, b) => rank(a, typed) - rank(b, typed))
}

const rank = ({ name }: Suggestion, typed: string): number => (name.toLowerCase().startsWith(typed) ? 0 : 1)

const HEIGHT = 288
const MIN_HEIGHT = 132
const WIDTH = 288
const GAP = 4
/** Height of the sticky bar on small screens, in pixels. */
const BAR_HEIGHT = 56

interface Place {
  left: number
  top?: number
  bottom?: number
  maxHeight?: number
}

/** Returns a position below the line, or above it if there is more room, within the editor's frame. */
function placeAt(editor: Editor, position: number): Place {
  const frame = editor.view.dom.closest('[data-editor-frame]')?.getBoundingClientRect()
  if (!frame) return { left: 0, top: 0 }
  const { left, top, bottom } = editor.view.coordsAtPos(Math.min(position, editor.state.doc.content.size))
  const offset = Math.max(0, Math.min(left - frame.left, frame.width - WIDTH))
  // The visual viewport excludes a phone's keyboard.
  const below = (window.visualViewport?.height ?? window.innerHeight) - bottom - 2 * GAP
  const above = top - BAR_HEIGHT - 2 * GAP
  const is_above = below < HEIGHT && above > below
  const maxHeight = Math.max(MIN_HEIGHT, Math.min(HEIGHT, is_above ? above : below))
  return {
    left: offset,
    maxHeight,
    ...(is_above ? { bottom: frame.bottom - top + GAP } : { top: bottom - frame.top + GAP }),
  }
}
