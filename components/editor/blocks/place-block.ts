import { Extension } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { Selection, TextSelection, type Transaction } from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    placeBlock: {
      /**
       * Inserts blocks at the cursor, in place of an empty paragraph. The cursor goes into the paragraph behind them, or `inside`, to
       * the first text that they have.
       */
      placeBlock: (blocks: JSONContent | JSONContent[], cursor?: 'behind' | 'inside') => ReturnType
    }
  }
}

/** The way in which all blocks are inserted: a cursor that stays before one, or selects it, would put what is typed next elsewhere. */
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

/** Returns what a block at a position replaces: an empty paragraph, or nothing between two blocks. Splits a text in its middle. */
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

/** Puts the cursor at the start of the paragraph behind a block that ends at a position. Adds one if something else is there. */
export function moveBehind(tr: Transaction, end: number): Transaction {
  const { paragraph } = tr.doc.type.schema.nodes
  if (paragraph && tr.doc.nodeAt(end)?.type !== paragraph) tr.insert(end, paragraph.create())
  return tr.setSelection(TextSelection.create(tr.doc, end + 1))
}

/** Puts the content of a block in its place. The cursor stays in its text. `parts` are the nodes around the blocks of the content. */
export function unwrap(tr: Transaction, { depth, parts }: { depth: number; parts: readonly Node[] }): Transaction {
  const { $head } = tr.selection
  const start = $head.before(depth)
  // Each part before the cursor has two boundaries that go away, the one around it has one.
  const lost = parts[0] === $head.node(depth) ? 1 : 2 + 2 * $head.index(depth)
  tr.replaceWith(
    start,
    $head.after(depth),
    parts.flatMap((part) => part.content.content),
  )
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.max(start, $head.pos - lost))))
}
