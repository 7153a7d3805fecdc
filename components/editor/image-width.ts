import type { Editor } from '@tiptap/react'

/** The widest content of a layout, in pixels. Composing narrows images further. */
export const MAX_WIDTH = 700
export const MIN_WIDTH = 16

/** A width in pixels that an image may have. */
export const fitWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/**
 * Writes the width of its file into an inserted image that has none: Outlook on Windows shows an image without a width as large as its
 * file. Nothing changes if the image cannot be loaded.
 */
export function measureImage(editor: Editor, { src }: { src: string }): void {
  const file = new Image()
  file.onload = () => {
    const width = Math.min(file.naturalWidth, MAX_WIDTH)
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

/** The edge, or the center, of an image that stays in place when its width changes. */
export type Rests = 'left' | 'center' | 'right'

/** Returns whether an arrow key makes an image wider (1) or narrower (-1): those along the line move its handle, as dragging does. */
export function widthStep(key: string, rests: Rests): 1 | -1 | undefined {
  if (key === 'ArrowUp' || key === (rests === 'right' ? 'ArrowLeft' : 'ArrowRight')) return 1
  return /^Arrow(?:Down|Left|Right)$/.test(key) ? -1 : undefined
}

interface NewWidth {
  at: number
  width: number | null
  /** Can be undone. */
  is_final: boolean
}

/** Changes the width of the image at a position. Its height follows. */
export function setImageWidth(editor: Editor, { at, width, is_final }: NewWidth): void {
  const { tr, doc } = editor.state
  if (doc.nodeAt(at)?.type.name !== 'image') return
  tr.setNodeAttribute(at, 'width', width).setNodeAttribute(at, 'height', null)
  editor.view.dispatch(is_final ? tr : tr.setMeta('addToHistory', false))
}
