import { getSchema } from '@tiptap/core'
import { EditorState, type Plugin } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { emailExtensions } from './extensions.ts'
import { InsertPoints, insertImageAt, markPoint } from './insert-points.ts'

const schema = getSchema(emailExtensions({ placeholder: '', onOpenMergeTag: () => {}, onKey: () => false }))
const plugins = (InsertPoints.config.addProseMirrorPlugins as () => Plugin[])()
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

function stateOf(...texts: string[]): EditorState {
  const doc = schema.nodeFromJSON({ type: 'doc', content: texts.map(paragraph) })
  return EditorState.create({ doc, plugins })
}

function insert(state: EditorState, id: symbol, src: string): EditorState {
  const tr = insertImageAt(state, id, { src })
  return tr ? state.apply(tr) : state
}

const textsOf = ({ doc }: EditorState) =>
  doc.content.content.map((node) => (node.type.name === 'image' ? String(node.attrs.src) : node.textContent))

test('images inserted at the same place keep their order, even if text is typed before or between them', () => {
  const id = Symbol('place')
  let state = stateOf('Moss', 'Ferns')
  state = state.apply(markPoint(state, id, 5))
  state = insert(state, id, 'a')
  state = state.apply(state.tr.insertText('Green ', 1))
  state = insert(state, id, 'b')
  state = insert(state, id, 'c')
  expect(textsOf(state)).toEqual(['Green Moss', 'a', 'b', 'c', 'Ferns'])
})

test('in the middle of a paragraph, images follow each other without an empty paragraph between them', () => {
  const id = Symbol('place')
  let state = stateOf('MossFerns')
  state = state.apply(markPoint(state, id, 5))
  for (const src of ['a', 'b']) state = insert(state, id, src)
  expect(textsOf(state)).toEqual(['Moss', 'a', 'b', 'Ferns'])
})

test('a discarded insert point, or one whose text was deleted, does no harm', () => {
  const id = Symbol('place')
  let state = stateOf('Moss', 'Ferns')
  state = state.apply(markPoint(state, id, 9))
  state = state.apply(state.tr.delete(0, state.doc.content.size))
  state = insert(state, id, 'a')
  expect(textsOf(state)).toContain('a')
  state = state.apply(markPoint(state, id, null))
  expect(insertImageAt(state, id, { src: 'b' })).toBeUndefined()
})
