import type { Editor } from '@tiptap/react'

/** The widest content of a layout, in pixels. Composing narrows images further. */
export const MOST_WIDTH = 700

/**
 * Writes the width of its file into an inserted image that has none: Outlook on Windows shows an image without a width as large as its
 * file. Nothing changes if the image cannot be loaded.
 */
export function measureImage(editor: Editor, { src }: { src: string }): void {
  const file = new Image()
  file.onload = () => {
    const width = Math.min(file.naturalWidth, MOST_WIDTH)
    // An SVG may have no size.
    if (editor.isDestroyed || width === 0) return
    editor.commands.command(({ tr }) => {
      tr.doc.descendants((node, position) => {
        if (node.type.name === 'image' && node.attrs.src === src && !node.attrs.width)
          tr.setNodeAttribute(position, 'width', width)
      })
      return true
    })
  }
  file.src = src
}
