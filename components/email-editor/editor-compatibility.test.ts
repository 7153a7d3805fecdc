import { expect, test } from 'vitest'
import { isEditorCompatible, splitStyles } from './editor-compatibility.ts'

test('style sheets are kept alongside the visual editor’s output', () => {
  const styles = '<style>\n.a{color:red}\n</style>\n<STYLE media="print">p > b{margin:0}</STYLE>'
  expect(splitStyles(`${styles}<p>x</p>`)).toEqual({ styles, text: '<p>x</p>' })
  expect(splitStyles('<p>x</p>')).toEqual({ styles: '', text: '<p>x</p>' })
})

test('the visual editor opens text with a style sheet, unless it has classes, which the editor would drop', () => {
  expect(isEditorCompatible('<style>p{margin:0}</style><p>x</p>')).toBe(true)
  expect(isEditorCompatible('<style>.a{margin:0}</style><p class="a">x</p>')).toBe(false)
  expect(isEditorCompatible('<style>p{margin:0}</style><table><tr><td>x</td></tr></table>')).toBe(false)
})
