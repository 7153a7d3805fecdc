import { Extension, mergeAttributes, Node } from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { mergeFieldName, readMergeField } from './merge-tags'
import { liquidSpans } from './tokens'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    mergeTag: { insertMergeTag: (liquid: string) => ReturnType }
  }
}

interface MergeTagOptions {
  /** Opens the editor of the chip at a position. */
  onOpen: (position: number) => void
}

/** A Liquid variable as a chip with its name and fallback. */
export const MergeTagChip = Node.create<MergeTagOptions>({
  name: 'mergeTag',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ onOpen: () => {} }),
  addAttributes: () => ({
    liquid: { default: '', parseHTML: (element) => element.getAttribute('data-merge-tag'), rendered: false },
  }),
  parseHTML: () => [{ tag: 'span[data-merge-tag]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-merge-tag': node.attrs.liquid as string }),
    ...chipParts(node.attrs.liquid as string),
  ],
  renderText: ({ node }) => node.attrs.liquid as string,
  addCommands: () => ({
    insertMergeTag:
      (liquid) =>
      ({ commands, state }) => {
        const { $from } = state.selection
        // Code shows its source.
        return $from.parent.type.spec.code || !readMergeField(liquid)
          ? commands.insertContent({ type: 'text', text: liquid })
          : commands.insertContent({
              type: 'mergeTag',
              attrs: { liquid },
              marks: $from.marks().map((mark) => mark.toJSON()),
            })
      },
  }),
  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { selection } = this.editor.state
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== this.name) return false
        this.options.onOpen(selection.from)
        return true
      },
    }
  },
  addProseMirrorPlugins() {
    const { onOpen } = this.options
    return [
      new Plugin({
        props: {
          handleClickOn: (view, _position, node, at, _event, is_direct) => {
            // After the click, which focuses the editor.
            if (is_direct && node.type.name === 'mergeTag' && view.editable) setTimeout(() => onOpen(at))
            return false
          },
        },
        appendTransaction: (transactions, _before, state) =>
          transactions.some(({ docChanged }) => docChanged) ? chipsOfText(state) : null,
      }),
    ]
  },
})

function chipParts(liquid: string): (string | [string, Record<string, string>, string])[] {
  const field = readMergeField(liquid)
  if (!field) return [liquid]
  const name = mergeFieldName(field.path)
  return field.fallback ? [name, ['span', { class: 'merge-tag-fallback' }, ` or “${field.fallback}”`]] : [name]
}

/** Converts variables typed or pasted as text to chips. */
function chipsOfText(state: EditorState): Transaction | null {
  const { mergeTag } = state.schema.nodes
  if (!mergeTag) return null
  const { tr } = state
  state.doc.descendants((node, position, parent) => {
    if (!node.isText || parent?.type.spec.code || !node.text?.includes('{{')) return
    for (const { begin, end } of liquidSpans(node.text)) {
      const liquid = node.text.slice(begin, end)
      if (!readMergeField(liquid)) continue
      const from = tr.mapping.map(position + begin)
      tr.replaceWith(from, tr.mapping.map(position + end), mergeTag.create({ liquid }, null, node.marks))
    }
  })
  return tr.docChanged ? tr : null
}

/** Liquid between blocks, such as the start of a loop: a line of code that can only be edited as HTML. */
export const LiquidLine = Node.create({
  name: 'liquidLine',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    liquid: { default: '', parseHTML: (element) => element.getAttribute('data-liquid'), rendered: false },
  }),
  parseHTML: () => [{ tag: 'div[data-liquid]', priority: 70 }],
  renderHTML: ({ node }) => {
    const liquid = node.attrs.liquid as string
    const field = readMergeField(liquid)
    return ['div', { 'data-liquid': liquid }, field ? mergeFieldName(field.path) : liquid]
  },
  renderText: () => '',
})

/** Displays other Liquid in the text as code, without changing it. */
export const LiquidInText = Extension.create({
  name: 'liquidInText',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_config, { doc }) => DecorationSet.create(doc, codeOf(doc)),
        apply: (tr, before) => (tr.docChanged ? DecorationSet.create(tr.doc, codeOf(tr.doc)) : before),
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
    }),
  ],
})

function codeOf(doc: EditorState['doc']): Decoration[] {
  const decorations: Decoration[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock || node.type.spec.code || !/\{[{%]/.test(node.textContent)) return
    // Reads across marks, but not across chips and line breaks.
    const text = node.textBetween(0, node.content.size, '\uFFFC', '\uFFFC')
    for (const { begin, end } of liquidSpans(text))
      decorations.push(
        Decoration.inline(position + 1 + begin, position + 1 + end, { class: 'liquid-code', spellcheck: 'false' }),
      )
  })
  return decorations
}
