import type { EditorView } from '@tiptap/pm/view'
import { errorText } from '@/components/error-text'
import { imageFiles, uploadPicture } from '@/components/media/upload'
import { toast } from '@/components/ui/sonner'

/** Uploads images that are pasted or dropped into the text and inserts each where the cursor or the mouse is. */
export const droppedImages = {
  handlePaste: (view: EditorView, event: ClipboardEvent) => take(view, event.clipboardData),
  handleDrop: (view: EditorView, event: DragEvent) => {
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
    const taken = take(view, event.dataTransfer, at)
    // The page around the editor must not take them too.
    if (taken) event.stopPropagation()
    return taken
  },
}

function take(view: EditorView, data: DataTransfer | null, at = view.state.selection.to): boolean {
  const files = view.editable ? imageFiles(data) : []
  void insertImages(view, files, at)
  return files.length > 0
}

/** Uploads images one after the other, so they keep their order. */
export async function insertImages(view: EditorView, files: readonly File[], at: number): Promise<void> {
  for (const file of files) {
    const notice = toast.loading(`Uploading ${file.name}`)
    try {
      const { url, alt, sizes } = await uploadPicture(file)
      const { image } = view.state.schema.nodes
      if (view.isDestroyed || !image) return
      const width = Math.min(MOST_WIDTH, sizes.at(-1)?.width ?? MOST_WIDTH)
      const position = Math.min(at, view.state.doc.content.size)
      view.dispatch(view.state.tr.insert(position, image.create({ src: url, alt, width })).scrollIntoView())
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      toast.dismiss(notice)
    }
  }
}

/** The widest content of a layout, in pixels. */
const MOST_WIDTH = 700

/** The file that a `data:` address is. */
export function imageFile(address: string, name: string): File {
  const [head = '', body = ''] = address.split(',', 2)
  const type = /^data:(image\/\w+)/.exec(head)?.[1] ?? 'image/png'
  const bytes = Uint8Array.from(atob(body), (char) => char.charCodeAt(0))
  return new File([bytes], `${name}.${type.slice('image/'.length)}`, { type })
}
