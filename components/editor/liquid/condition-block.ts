import { Node } from '@tiptap/core'
import { unwrap } from '@/components/editor/blocks/place-block'
import { readCondition } from './conditions'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    condition: {
      /** Shows the selected blocks only to some subscribers. */
      setCondition: (condition: { open: string; close: string }) => ReturnType
      /** Shows the block to everyone again. */
      unsetCondition: () => ReturnType
    }
  }
}

const NAME = 'condition'

/** Blocks for subscribers with or without a tag, or inside or outside a segment. Stored as Liquid around the blocks. */
export const ConditionBlock = Node.create({
  name: NAME,
  group: 'block',
  content: 'block+',
  defining: true,
  isolating: true,
  addAttributes: () => ({
    open: { default: '', parseHTML: (element) => element.getAttribute('data-condition'), rendered: false },
    close: {
      default: '{% endif %}',
      parseHTML: (element) => element.getAttribute('data-condition-end'),
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: 'div[data-condition]', priority: 70 }],
  renderHTML: ({ node }) => [
    'div',
    {
      'data-condition': node.attrs.open as string,
      'data-condition-end': node.attrs.close as string,
      'data-shown-to': shownTo(node.attrs.open as string),
    },
    0,
  ],
  addCommands: () => ({
    setCondition:
      (attrs) =>
      ({ commands, editor }) =>
        editor.isActive(NAME) ? commands.updateAttributes(NAME, attrs) : commands.wrapIn(NAME, attrs),
    unsetCondition:
      () =>
      ({ state, tr, dispatch }) => {
        const { $from } = state.selection
        for (let depth = $from.depth; depth > 0; depth--) {
          const node = $from.node(depth)
          if (node.type.name !== NAME) continue
          if (dispatch) unwrap(tr, { depth, parts: [node] })
          return true
        }
        return false
      },
  }),
})

function shownTo(open: string): string {
  const condition = readCondition(open)
  if (!condition) return open
  const { by, name, has } = condition
  return by === 'tag'
    ? `Only ${has ? 'with' : 'without'} the tag “${name}”`
    : `Only ${has ? 'in' : 'outside'} the segment “${name}”`
}
