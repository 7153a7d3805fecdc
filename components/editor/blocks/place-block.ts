import { Extension } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    placeBlock: {
      /**
       * Inserts blocks at the cursor, replacing an empty paragraph. Moves the cursor to the paragraph after them or, with `inside`, to
       * their first text.
       */
      placeBlock: (blocks: JSONContent | JSONContent[], cursor?: 'behind' | 'inside') => ReturnType
    }
  }
}

/**
 * Every command that inserts a block uses this. Otherwise the cursor could stay before the block or select it, and text typed next would go
 * to the wrong place.
 */
export const PlaceBlock = Extension.create({
  name: 'placeBlock',
  addCommands: () => ({
    placeBlock:
      (blocks, cursor = 'behind') =>
      ({ state, tr, dispatch }) => {
        const nodes = [blocks].flat().map((one) => state.schema.nodeFromJSON(one))
        if (!dispatch) return true
        const { from, to } = placeFor(tr.selection.$to, tr)
        tr.replaceWith(from, to, nodes)
        if (cursor === 'inside') {
          const inside = Selection.findFrom(tr.doc.resolve(from), 1, true)
          if (inside) tr.setSelection(inside)
        } else moveBehind(tr, from + nodes.reduce((size, node) => size + node.nodeSize, 0))
        tr.scrollIntoView()
        return true
      },
  }),
})

/**
 * Returns the range that a block at this position replaces: an empty paragraph, or the empty range between two blocks. Splits a text block
 * at the position.
 */
function placeFor($at: ResolvedPos, tr: Transaction): { from: number; to: number } {
  const { parent, parentOffset, depth, pos } = $at
  if (!parent.isTextblock) return { from: pos, to: pos }
  if (isEmptyParagraph(parent)) return { from: $at.before(depth), to: $at.after(depth) }
  const is_split = parent.type.name === 'paragraph' && parentOffset < parent.content.size
  if (is_split && parentOffset > 0) tr.split(pos)
  const between = !is_split ? $at.after(depth) : parentOffset > 0 ? pos + 1 : $at.before(depth)
  return { from: between, to: between }
}

export const isEmptyParagraph = (node: Node): boolean => node.type.name === 'paragraph' && node.content.size === 0

/** Moves the cursor to the start of the paragraph after a block that ends at this position. Adds the paragraph if there is none. */
export function moveBehind(tr: Transaction, end: number): Transaction {
  const { paragraph } = tr.doc.type.schema.nodes
  if (paragraph && tr.doc.nodeAt(end)?.type !== paragraph) tr.insert(end, paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, end + 1))
}

/** Replaces a block by its content. The cursor stays in its text. `parts` are the nodes around the content's blocks. */
export function unwrap(tr: Transaction, { depth, parts }: { depth: number; parts: readonly Node[] }): Transaction {
  const { $head } = tr.selection
  const start = $head.before(depth)
  // Each part before the cursor has two boundaries that are removed; the part around it has one.
  const removedSize = parts[0] === $head.node(depth) ? 1 : 2 + 2 * $head.index(depth)
  tr.replaceWith(
    start,
    $head.after(depth),
    parts.flatMap((part) => part.content.content),
  )
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.max(start, $head.pos - removedSize))))
}
