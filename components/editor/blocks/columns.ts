import { Node } from '@tiptap/core'
import { unwrap } from './place-block'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    columns: {
      insertColumns: (count: 2 | 3) => ReturnType
      /** Moves the contents of the columns below each other. */
      removeColumns: () => ReturnType
    }
  }
}

/**
 * Two or three columns. They stack in lines narrower than 480 px without a style sheet, because some email apps drop those. For Outlook on
 * Windows, composing the email turns them into a table.
 */
export const Columns = Node.create({
  name: 'columns',
  group: 'block',
  content: 'column{2,3}',
  isolating: true,
  defining: true,
  parseHTML: () => [{ tag: 'div[data-columns]', priority: 70 }],
  renderHTML: ({ node }) => ['div', { 'data-columns': String(node.childCount) }, 0],
  addCommands: () => ({
    insertColumns:
      (count) =>
      ({ commands }) =>
        commands.placeBlock(
          {
            type: 'columns',
            content: Array.from({ length: count }, () => ({
              type: 'column',
              attrs: { count },
              content: [{ type: 'paragraph' }],
            })),
          },
          'inside',
        ),
    removeColumns:
      () =>
      ({ state, tr, dispatch }) => {
        const { $from } = state.selection
        for (let depth = $from.depth; depth > 0; depth--) {
          const node = $from.node(depth)
          if (node.type.name !== 'columns') continue
          if (dispatch) unwrap(tr, { depth, parts: node.content.content })
          return true
        }
        return false
      },
  }),
})

export const Column = Node.create({
  name: 'column',
  content: 'block+',
  isolating: true,
  addAttributes: () => ({
    count: {
      default: 2,
      rendered: false,
      parseHTML: (element) => (element.parentElement?.getAttribute('data-columns') === '3' ? 3 : 2),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-column]', priority: 70 }],
  renderHTML: ({ node }) => [
    'div',
    { 'data-column': '', style: columnStyle(node.attrs.count === 3 ? '33.33%' : '50%') },
    0,
  ],
})

/** Wider than the line below 480 px, and at the minimum width above. */
const columnStyle = (least: string): string =>
  `display:inline-block;box-sizing:border-box;width:calc((480px - 100%) * 480);min-width:${least};max-width:100%;padding:0 8px;vertical-align:top`
