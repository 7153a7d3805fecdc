import type { Editor } from '@tiptap/react'

/** Maximum content width of a layout, in pixels. Composing shrinks images further. */
export const MAX_WIDTH = 700
export const MIN_WIDTH = 16

/** Limits a width to what images may have, in pixels. */
export const fitWidth = (width: number): number => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/**
 * Stores the file's width in an inserted image without one, because Outlook on Windows would show it at the file's full size. Does nothing
 * if the image cannot be loaded.
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

/** The edge or center of an image that stays in place when its width changes. */
export type Rests = 'left' | 'center' | 'right'

/** Returns whether an arrow key makes an image wider (1) or narrower (-1). Keys along the line move its handle, like dragging. */
export function widthStep(key: string, rests: Rests): 1 | -1 | undefined {
  if (key === 'ArrowUp' || key === (rests === 'right' ? 'ArrowLeft' : 'ArrowRight')) return 1
  return /^Arrow(?:Down|Left|Right)$/.test(key) ? -1 : undefined
}

interface NewWidth {
  at: number
  width: number | null
  /** True for a step of its own in the undo history. */
  is_final: boolean
}

/** Changes the width of the image at a position. The height follows. */
export function setImageWidth(editor: Editor, { at, width, is_final }: NewWidth): void {
  const { tr, doc } = editor.state
  if (doc.nodeAt(at)?.type.name !== 'image') return
  tr.setNodeAttribute(at, 'width', width).setNodeAttribute(at, 'height', null)
  editor.view.dispatch(is_final ? tr : tr.setMeta('addToHistory', false))
}
