import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { insertPoint } from '@tiptap/pm/transform'

type Change = { id: symbol; at: number | null }

const key = new PluginKey<ReadonlyMap<symbol, number>>('insertPoints')

/** Remembers places in the text where something will be inserted later, while the text around them is edited. */
export const InsertPoints = Extension.create({
  name: 'insertPoints',
  addProseMirrorPlugins: () => [
    new Plugin<ReadonlyMap<symbol, number>>({
      key,
      state: {
        init: () => new Map(),
        apply(tr, before) {
          const change = tr.getMeta(key) as Change | undefined
          if (!change && (before.size === 0 || !tr.docChanged)) return before
          const points = new Map([...before].map(([id, at]) => [id, tr.mapping.map(at)]))
          if (change?.at === null) points.delete(change.id)
          else if (change) points.set(change.id, change.at)
          return points
        },
      },
    }),
  ],
})

/** Marks a place, or forgets it. */
export const markPoint = (state: EditorState, id: symbol, at: number | null): Transaction =>
  state.tr.setMeta(key, { id, at } satisfies Change)

/** Inserts an image at a marked place, which is behind it then: images of one place keep their order. */
export function insertImageAt(state: EditorState, id: symbol, attrs: Record<string, unknown>): Transaction | undefined {
  const { image } = state.schema.nodes
  const at = key.getState(state)?.get(id)
  if (!image || at === undefined) return undefined
  const place = insertPoint(state.doc, Math.min(at, state.doc.content.size), image) ?? at
  const tr = state.tr.insert(place, image.create(attrs))
  return tr.setMeta(key, { id, at: tr.mapping.map(place) } satisfies Change)
}
