import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Text typed to open a menu at the cursor. */
export interface Suggesting {
  trigger: '/' | '{{'
  /** Positions of the trigger and of the cursor. */
  from: number
  to: number
  query: string
}

interface SuggestState {
  found: Suggesting | undefined
  /** Position where a menu was closed with Escape. */
  closed_at: number | undefined
}

export const suggestKey = new PluginKey<SuggestState>('suggest')

interface SuggestOptions {
  triggers: readonly Suggesting['trigger'][]
  /** Returns whether the open menu used the key. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Detects “/” after a space or at the start of a block, and “{{” anywhere in text. */
export const Suggest = Extension.create<SuggestOptions>({
  name: 'suggest',
  // Handles keys before lists and other blocks.
  priority: 1000,
  addOptions: () => ({ triggers: ['/', '{{'], onKey: () => false }),
  addProseMirrorPlugins() {
    const { triggers, onKey } = this.options
    return [
      new Plugin<SuggestState>({
        key: suggestKey,
        state: {
          init: () => ({ found: undefined, closed_at: undefined }),
          apply(tr, before, _old, state) {
            const found =
              tr.docChanged || before.found || tr.getMeta(suggestKey) === 'open' ? find(state, triggers) : undefined
            const closed_at = tr.getMeta(suggestKey) === 'close' ? before.found?.from : found && before.closed_at
            return { found: found?.from === closed_at ? undefined : found, closed_at }
          },
        },
        props: {
          handleKeyDown(view, event) {
            if (!suggestKey.getState(view.state)?.found || event.isComposing) return false
            return onKey(event)
          },
        },
      }),
    ]
  },
})

/** Closes the menu until another one is opened. */
export const closeSuggestions = (view: EditorView) => view.dispatch(view.state.tr.setMeta(suggestKey, 'close'))

const SLASH = /(?:^|[\s\uFFFC])(\/)([\p{L}\p{N} ]{0,20})$/u
const BRACES = /(\{\{)([^{}]{0,30})$/

function find({ selection }: EditorState, triggers: SuggestOptions['triggers']): Suggesting | undefined {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 60), $from.parentOffset, undefined, '\uFFFC')
  for (const trigger of triggers) {
    const [, opener, query] = (trigger === '/' ? SLASH : BRACES).exec(before) ?? []
    if (opener === undefined || query === undefined) continue
    return { trigger, from: $from.pos - opener.length - query.length, to: $from.pos, query: query.trim() }
  }
  return undefined
}
