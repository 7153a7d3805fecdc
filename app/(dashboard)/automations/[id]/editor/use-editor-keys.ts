import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useShortcut } from '@/components/keyboard-shortcuts'
import { isDialogOpen, isTyping, textFocus } from '@/components/typing/typing'
import { layOut } from '@/server/lib/flow-layout/layout.ts'
import { boxBeside, type Direction } from '@/server/lib/flow-layout/ways.ts'
import { exitsOf, flowOf } from '@/server/modules/automations/flow-schema.ts'
import { stepOf } from '../../graph/exits'
import type { EditedDraft } from '../use-draft'
import { boxIn } from './use-box-focus'
import { type Editor, slotAt } from './use-editor'

const ARROWS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

interface EditorKeys {
  editor: Editor
  edited: EditedDraft
  frame: RefObject<HTMLElement | null>
  /** True if the canvas is shown, where arrow keys move between boxes. */
  drawn: boolean
  onSearch: () => void
}

/** Heading of these keys in the shortcut list. */
export const KEY_GROUP = 'Automation'

/** Binds the editor's keys, which act on the selected box while no field or dialog has the focus. */
export function useEditorKeys(keys: EditorKeys) {
  useShortcut('↑ ↓ ← →', { label: 'Go to another step', group: KEY_GROUP })
  useShortcut('Enter', { label: 'Open the step', group: KEY_GROUP })
  useShortcut('Esc', { label: 'Close the panel', group: KEY_GROUP })
  useShortcut('A', { label: 'Add a step after it', group: KEY_GROUP })
  useShortcut('Del', { label: 'Delete the step', group: KEY_GROUP })
  useShortcut('Alt ↑', { label: 'Move the step up', group: KEY_GROUP })
  useShortcut('Alt ↓', { label: 'Move the step down', group: KEY_GROUP })
  useShortcut('M', { label: 'Move the step elsewhere', group: KEY_GROUP })
  useShortcut('mod+c', { label: 'Copy the step', group: KEY_GROUP })
  useShortcut('mod+v', { label: 'Paste after it', group: KEY_GROUP })
  useShortcut('mod+d', { label: 'Duplicate the step', group: KEY_GROUP })
  useShortcut('mod+z', { label: 'Undo', group: KEY_GROUP })
  useShortcut('mod+y', { label: 'Redo', group: KEY_GROUP })
  useShortcut('/', { label: 'Search steps', group: KEY_GROUP, run: keys.onSearch })

  const { graph } = keys.editor
  const layout = useMemo(() => layOut(flowOf(graph), 100), [graph])
  const latest = useRef({ ...keys, layout })
  latest.current = { ...keys, layout }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { frame } = latest.current
      const target = event.target as HTMLElement
      if (event.defaultPrevented || isTyping(target) || isDialogOpen() || textFocus.is_waiting) return
      if (target !== document.body && !frame.current?.contains(target)) return
      if (act(event, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

type Acting = EditorKeys & { layout: ReturnType<typeof layOut> }

/** Runs a key. Returns whether it did anything. */
function act(event: KeyboardEvent, { editor, edited, frame, drawn, layout }: Acting): boolean {
  const { graph, selected, editable } = editor
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const on_box = (event.target as HTMLElement).dataset.box !== undefined || event.target === document.body
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z' && editable) return done(event.shiftKey ? edited.redo() : edited.undo())
    if (key === 'y' && editable) return done(edited.redo())
    if (!on_box) return false
    // Copies selected text as text.
    if (key === 'c' && stepOf(graph, selected) && !window.getSelection()?.toString()) return done(editor.copy(selected))
    if (key === 'x' && stepOf(graph, selected) && editable) {
      editor.copy(selected)
      return done(editor.askToRemove(selected))
    }
    const slot = slotAt(graph, selected)
    if (key === 'v' && slot) return done(editor.paste(slot))
    if (key === 'd' && stepOf(graph, selected)) return done(editor.duplicate(selected))
    return false
  }
  if (!on_box) return false
  const direction = ARROWS[key]
  if (event.altKey && (direction === 'up' || direction === 'down')) return done(editor.move(selected, direction))
  if (event.altKey) return false
  if (direction && drawn) {
    const next = boxBeside(layout, selected, direction)
    if (next) focusBox(frame.current, next, editor)
    return true
  }
  if (key === 'Home' && drawn) return done(focusBox(frame.current, 'triggers', editor))
  if ((key === 'Delete' || key === 'Backspace') && stepOf(graph, selected)) return done(editor.askToRemove(selected))
  if (key === 'm' && editable && stepOf(graph, selected)) return done(editor.show({ kind: 'move', id: selected }))
  const slot = slotAt(graph, selected)
  if (key === 'a' && editable && slot) return done(editor.show({ kind: 'add', slot }))
  const step = stepOf(graph, selected)
  if (key === 'a' && editable && step && exitsOf(step).length === 0) return true
  return false
}

const done = (_: unknown) => true

function focusBox(frame: HTMLElement | null, key: string, editor: Editor): void {
  editor.select(key)
  boxIn(frame, key)?.focus({ preventScroll: true })
}
