import { Node } from '@tiptap/core'
import { PAYWALL_MARK } from '@/server/mail/html/paywall-mark.ts'
import { isEmptyParagraph, moveBehind } from './place-block'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    paywall: {
      /**
       * Puts the paywall below the block at the cursor, and the cursor below the paywall. Moves an existing one, because a text has only
       * one.
       */
      setPaywall: () => ReturnType
    }
  }
}

/** The line in a paid post below which only buyers can read. */
export const Paywall = Node.create({
  name: 'paywall',
  group: 'block',
  atom: true,
  draggable: true,
  parseHTML: () => [{ tag: `hr[${PAYWALL_MARK}]`, priority: 70 }],
  renderHTML: () => ['hr', { [PAYWALL_MARK]: '' }],
  addCommands: () => ({
    setPaywall:
      () =>
      ({ state, tr, dispatch }) => {
        const type = state.schema.nodes.paywall
        if (!type) return false
        if (!dispatch) return true
        const { $to } = tr.selection
        const block = $to.depth > 0 ? $to.node(1) : undefined
        const endPosition = block ? $to.after(1) : $to.pos
        const startPosition = block && isEmptyParagraph(block) ? $to.before(1) : endPosition
        const lines: { pos: number; size: number }[] = []
        tr.doc.descendants((node, pos) => {
          if (node.type === type) lines.push({ pos, size: node.nodeSize })
        })
        const line = type.create()
        tr.replaceWith(startPosition, endPosition, line)
        const end = startPosition + line.nodeSize
        const steps = tr.steps.length
        for (const { pos, size } of lines.toReversed()) {
          const at = tr.mapping.map(pos)
          tr.delete(at, at + size)
        }
        moveBehind(tr, tr.mapping.slice(steps).map(end)).scrollIntoView()
        return true
      },
  }),
})
