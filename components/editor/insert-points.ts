import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { insertPoint } from '@tiptap/pm/transform'
import { moveBehind } from './blocks/place-block'

/** A position, and the text around it when it was marked. */
interface Point {
  at: number
  doc: Node
}

type Change = { id: symbol; at: number | null }

const key = new PluginKey<ReadonlyMap<symbol, Point>>('insertPoints')

/** Tracks positions where content will be inserted later, while the text around them is edited. */
export const InsertPoints = Extension.create({
  name: 'insertPoints',
  addProseMirrorPlugins: () => [
    new Plugin<ReadonlyMap<symbol, Point>>({
      key,
      state: {
        init: () => new Map(),
        apply(tr, before) {
          const change = tr.getMeta(key) as Change | undefined
          if (!change && (before.size === 0 || !tr.docChanged)) return before
          const points = new Map([...before].map(([id, { at, doc }]) => [id, { at: tr.mapping.map(at), doc }]))
          if (change?.at === null) points.delete(change.id)
          else if (change) points.set(change.id, { at: change.at, doc: tr.doc })
          return points
        },
      },
    }),
  ],
})

/** Marks a position, or discards the mark. */
export const markPoint = (state: EditorState, id: symbol, at: number | null): Transaction =>
  state.tr.setMeta(key, { id, at } satisfies Change)

/**
 * Inserts an image at a marked position and moves the mark behind it, so images marked there keep their order. Moves a cursor that is still
 * at the mark behind the image, unless text was typed in between, to keep words whole.
 */
export function insertImageAt(state: EditorState, id: symbol, attrs: Record<string, unknown>): Transaction | undefined {
  const { image } = state.schema.nodes
  const point = key.getState(state)?.get(id)
  if (!image || !point) return undefined
  const { at, doc } = point
  const place = insertPoint(state.doc, Math.min(at, state.doc.content.size), image) ?? at
  const tr = state.tr.insert(place, image.create(attrs))
  const behind = tr.mapping.map(place)
  const { selection } = state
  if (selection.empty && selection.from === at && doc === state.doc && tr.selection.from < behind)
    moveBehind(tr, behind)
  return tr.setMeta(key, { id, at: behind } satisfies Change)
}
