import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** Displays each list in the direction of its text, which places its bullets and numbers. Not stored. */
export const ListDirection = Extension.create({
  name: 'listDirection',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_, { doc }) => directions(doc),
        apply: (tr, before) => (tr.docChanged ? directions(tr.doc) : before),
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
    }),
  ],
})

function directions(doc: Node): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((node, at) => {
    if (LISTS.has(node.type.name)) found.push(Decoration.node(at, at + node.nodeSize, { dir: 'auto' }))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, found)
}

const LISTS = new Set(['bulletList', 'orderedList'])
