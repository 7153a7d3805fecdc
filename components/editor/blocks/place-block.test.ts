import { type ChainedCommands, Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { emailExtensions } from '../extensions.ts'
import { InsertPoints, insertImageAt, markPoint } from '../insert-points.ts'

const extensions = emailExtensions({ placeholder: '', onOpenMergeTag: () => {}, onKey: () => false })
const text = (words: string) => (words ? { content: [{ type: 'text', text: words }] } : {})
const paragraph = (words: string) => ({ type: 'paragraph', ...text(words) })
const image = { type: 'image', attrs: { src: 'https://x.example/a.png' } }

/** Returns an editor with one paragraph per text. “|” is the cursor. */
function editorOf(...texts: string[]): Editor {
  const content = { type: 'doc', content: texts.map((words) => paragraph(words.replace('|', ''))) }
  const editor = new Editor({ element: null, extensions, content })
  let at = 1
  for (const words of texts) {
    if (words.includes('|')) editor.commands.setTextSelection(at + words.indexOf('|'))
    at += words.length + 2 - (words.includes('|') ? 1 : 0)
  }
  return editor
}

/** Returns a summary of the text after running a command and typing, with one entry per block. */
function typedAfter(editor: Editor, run: (chain: ChainedCommands) => ChainedCommands): string[] {
  expect(run(editor.chain()).run()).toBe(true)
  editor.view.dispatch(editor.state.tr.insertText('Typed'))
  return blocksOf(editor)
}

const blocksOf = (editor: Editor) =>
  editor.state.doc.content.content.map(({ type, textContent }) =>
    type.name === 'paragraph' ? textContent : `${type.name}(${textContent})`,
  )

test('text typed after “/paywall” is below the line, and the command’s empty paragraph is removed', () => {
  const behind = (...texts: string[]) => typedAfter(editorOf(...texts), (chain) => chain.setPaywall())
  expect(behind('One', '|')).toEqual(['One', 'paywall()', 'Typed'])
  expect(behind('One|')).toEqual(['One', 'paywall()', 'Typed'])
  expect(behind('O|ne')).toEqual(['One', 'paywall()', 'Typed'])
  expect(behind('One', '|', 'Two')).toEqual(['One', 'paywall()', 'TypedTwo'])
  expect(behind('|')).toEqual(['paywall()', 'Typed'])
})

test('moving the paywall leaves one paywall, with the cursor after it', () => {
  const editor = editorOf('One', 'Two|', 'Three')
  expect(typedAfter(editor, (chain) => chain.setPaywall())).toEqual(['One', 'Two', 'paywall()', 'TypedThree'])
  editor.commands.setTextSelection(2)
  expect(typedAfter(editor, (chain) => chain.setPaywall())).toEqual(['One', 'paywall()', 'TypedTwo', 'TypedThree'])
  editor.commands.setTextSelection(editor.state.doc.content.size - 1)
  expect(typedAfter(editor, (chain) => chain.setPaywall())).toEqual([
    'One',
    'TypedTwo',
    'TypedThree',
    'paywall()',
    'Typed',
  ])
})

test('inside a quote, the paywall is inserted after the quote', () => {
  const editor = editorOf('One|')
  editor.commands.toggleBlockquote()
  expect(typedAfter(editor, (chain) => chain.setPaywall())).toEqual(['blockquote(One)', 'paywall()', 'Typed'])
})

test.each([
  image,
  { type: 'horizontalRule' },
  { type: 'linkButton', attrs: { href: 'https://x.example' }, ...text('Go') },
  { type: 'socialLinks', attrs: { links: [{ name: 'X', href: 'https://x.example' }] } },
  { type: 'video', attrs: { href: 'https://youtu.be/dQw4w9WgXcQ', src: 'https://x.example/v.jpg', alt: 'Moss' } },
  { type: 'contentBlock', attrs: { plugin_id: 1, name: 'Prices', settings: {}, html: '' } },
])('what is typed after $type is inserted is in the paragraph behind it', (block) => {
  const blockText = `${block.type}(${block.type === 'linkButton' ? 'Go' : ''})`
  const behind = (...texts: string[]) => typedAfter(editorOf(...texts), (chain) => chain.placeBlock(block))
  expect(behind('One', '|')).toEqual(['One', blockText, 'Typed'])
  expect(behind('One|')).toEqual(['One', blockText, 'Typed'])
  expect(behind('|One')).toEqual([blockText, 'TypedOne'])
  expect(behind('O|ne')).toEqual(['O', blockText, 'Typedne'])
  // The following block is neither changed nor replaced.
  const editor = editorOf('One|')
  editor.commands.placeBlock(image)
  editor.commands.setTextSelection(4)
  expect(typedAfter(editor, (chain) => chain.placeBlock(block))).toEqual(['One', blockText, 'Typed', 'image()', ''])
})

test('inserting columns puts the cursor into the first one, and removing them keeps it in its text', () => {
  const editor = editorOf('One', '|')
  expect(typedAfter(editor, (chain) => chain.insertColumns(2))).toEqual(['One', 'columns(Typed)'])
  const { content } = editor.state.doc.child(1)
  expect(content.content.map((column) => column.textContent)).toEqual(['Typed', ''])
  const second = editor.state.doc.content.size - 3
  editor.chain().setTextSelection(second).run()
  editor.view.dispatch(editor.state.tr.insertText('Right'))
  expect(typedAfter(editor, (chain) => chain.removeColumns())).toEqual(['One', 'Typed', 'RightTyped'])
})

test('adding and removing a condition keeps the cursor in its text, and removing applies to the whole block', () => {
  const editor = editorOf('One', 'Two|')
  const condition = { open: '{% if subscriber.tags contains "VIP" %}', close: '{% endif %}' }
  expect(typedAfter(editor, (chain) => chain.setCondition(condition))).toEqual(['One', 'condition(TwoTyped)'])
  editor.commands.splitBlock()
  editor.view.dispatch(editor.state.tr.insertText('Three'))
  expect(typedAfter(editor, (chain) => chain.unsetCondition())).toEqual(['One', 'TwoTyped', 'ThreeTyped'])
})

test.each(['toggleBulletList', 'toggleOrderedList', 'toggleBlockquote', 'toggleCodeBlock'] as const)(
  '%s keeps the cursor in its text',
  (command) => {
    const [, block] = typedAfter(editorOf('One', 'Two|'), (chain) => chain[command]())
    expect(block).toContain('(TwoTyped)')
  },
)

test('after an image upload, a waiting cursor is after the image, and a typing one stays in its word', () => {
  const id = Symbol('place')
  const editor = new Editor({ element: null, extensions, content: { type: 'doc', content: [paragraph('One')] } })
  editor.registerPlugin(...(InsertPoints.config.addProseMirrorPlugins as () => [never])())
  const upload = () => {
    const tr = insertImageAt(editor.state, id, image.attrs)
    if (tr) editor.view.dispatch(tr)
  }
  const type = (words: string) => editor.view.dispatch(editor.state.tr.insertText(words))
  editor.commands.setTextSelection(4)
  editor.view.dispatch(markPoint(editor.state, id, 4))
  upload()
  upload()
  type('Typed')
  expect(blocksOf(editor)).toEqual(['One', 'image()', 'image()', 'Typed'])
  editor.view.dispatch(markPoint(editor.state, id, editor.state.selection.from))
  type(' wo')
  upload()
  type('rd')
  expect(blocksOf(editor)).toEqual(['One', 'image()', 'image()', 'Typed word', 'image()'])
})

test('after duplicating a content block, typing continues after the copy', () => {
  const block = { type: 'contentBlock', attrs: { plugin_id: 1, name: 'Prices', settings: {}, html: '' } }
  const editor = editorOf('One', '|')
  editor.commands.placeBlock(block)
  editor.commands.setNodeSelection(5)
  expect(typedAfter(editor, (chain) => chain.duplicateBlock())).toEqual([
    'One',
    'contentBlock()',
    'contentBlock()',
    'Typed',
  ])
})
