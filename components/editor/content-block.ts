import { type CommandProps, Node } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { decodedSource, SOURCE } from '@/components/editor/content-block-html'
import { BlockView } from '@/components/plugins/block-view'
import { type ContentBlock as Block, blockAttributes, readBlock } from '@/server/mail/html/content-blocks.ts'

/** Attributes of an app’s content block in the editor. */
export type BlockAttributes = Block & { html: string }

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    contentBlock: {
      insertBlock: (block: BlockAttributes) => ReturnType
      /** Moves the selected block before (-1) or after (1) its neighbor. */
      moveBlock: (by: -1 | 1) => ReturnType
      duplicateBlock: () => ReturnType
    }
  }
}

/**
 * A content block rendered by an app. Its HTML is untrusted, so it is used only as attribute text and as the source of a sandboxed frame,
 * never as elements of the page.
 */
export const ContentBlock = Node.create({
  name: 'contentBlock',
  group: 'block',
  atom: true,
  draggable: true,
  isolating: true,
  addAttributes() {
    const kept = (initial: unknown) => ({ default: initial, rendered: false, parseHTML: () => null })
    return { plugin_id: kept(0), name: kept(''), settings: kept({}), html: kept('') }
  },
  parseHTML: () => [
    {
      tag: 'div[data-content-block]',
      priority: 70,
      getAttrs: (element) => {
        const block = readBlock((name) => element.getAttribute(name))
        return block ? { ...block, html: decodedSource(element.getAttribute(SOURCE)) ?? element.innerHTML } : false
      },
    },
  ],
  renderHTML: ({ node }) => {
    const { html, ...block } = node.attrs as BlockAttributes
    return ['div', { ...blockAttributes(block), [SOURCE]: encodeURIComponent(html.toWellFormed()) }]
  },
  addNodeView: () => ReactNodeViewRenderer(BlockView),
  addCommands: () => ({
    insertBlock:
      (attrs) =>
      ({ commands }) =>
        commands.placeBlock({ type: 'contentBlock', attrs }),
    moveBlock: (by) => (props) => moveBlock(props, by),
    duplicateBlock:
      () =>
      ({ state, commands }) => {
        const { selection } = state
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'contentBlock') return false
        return commands.placeBlock(selection.node.toJSON())
      },
  }),
  addKeyboardShortcuts() {
    return {
      'Alt-ArrowUp': () => this.editor.commands.moveBlock(-1),
      'Alt-ArrowDown': () => this.editor.commands.moveBlock(1),
      'Mod-Shift-d': () => this.editor.commands.duplicateBlock(),
      Enter: () => {
        const { selection } = this.editor.state
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== this.name) return false
        const element = this.editor.view.nodeDOM(selection.from) as HTMLElement | null
        element?.querySelector<HTMLButtonElement>('[data-block-settings]')?.click()
        return true
      },
    }
  },
})

function moveBlock({ state, tr, dispatch }: CommandProps, step: -1 | 1): boolean {
  const { selection } = state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'contentBlock') return false
  const { $from, from, to, node } = selection
  const neighbor = $from.parent.maybeChild($from.index() + step)
  if (!neighbor) return false
  const target = from + step * neighbor.nodeSize
  if (dispatch) {
    tr.delete(from, to).insert(target, node)
    tr.setSelection(NodeSelection.create(tr.doc, target)).scrollIntoView()
  }
  return true
}
