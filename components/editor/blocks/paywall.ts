import { Node } from '@tiptap/core'
import { PAYWALL_MARK } from '@/server/mail/html/paywall-mark.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    paywall: {
      /** Puts the line below the block at the cursor. A text has one: it moves there. */
      setPaywall: () => ReturnType
    }
  }
}

/** The line in a paid post below which only buyers read on. */
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
        const { $from, to } = state.selection
        const wanted = $from.depth > 0 ? $from.after(1) : to
        const lines: { pos: number; size: number }[] = []
        state.doc.descendants((node, pos) => {
          if (node.type.name === 'paywall') lines.push({ pos, size: node.nodeSize })
        })
        if (!dispatch) return true
        for (const { pos, size } of lines.toReversed()) tr.delete(pos, pos + size)
        const type = state.schema.nodes.paywall
        if (type) tr.insert(tr.mapping.map(wanted), type.create())
        return true
      },
  }),
})
