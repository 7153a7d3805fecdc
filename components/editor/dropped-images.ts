import type { EditorView } from '@tiptap/pm/view'
import type { DragEvent as ReactDragEvent } from 'react'
import { MAX_WIDTH } from '@/components/editor/image-width'
import { insertImageAt, markPoint } from '@/components/editor/insert-points'
import { errorText } from '@/components/error-text'
import { copyPicture, imageFiles, uploadPicture } from '@/components/media/upload'
import { toast } from '@/components/ui/sonner'
import { t } from '@/server/lib/locale/texts.ts'

/** Uploads images pasted or dropped into the text, and inserts them at the cursor or mouse. */
export const droppedImages = {
  handlePaste: (view: EditorView, event: ClipboardEvent) => take(view, event.clipboardData),
  handleDrop: (view: EditorView, event: DragEvent) => {
    const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
    const taken = take(view, event.dataTransfer, at)
    // Keep the page around the editor from handling them too.
    if (taken) event.stopPropagation()
    return taken
  },
}

/** Accepts any files dropped beside the text, because the browser would otherwise open them instead of the page. */
export const droppedBeside = (view: EditorView | undefined) => ({
  onDragOver(event: ReactDragEvent) {
    if (hasFiles(event)) event.preventDefault()
  },
  onDrop(event: ReactDragEvent) {
    // The text has already handled them.
    if (event.defaultPrevented || !hasFiles(event)) return
    event.preventDefault()
    if (!view?.editable) return
    const files = [...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0) toast.error(t`Only images can be added here. To share another file, link to it.`)
    else void insertImages(view, files, nearest(view, event))
  },
})

const hasFiles = ({ dataTransfer }: ReactDragEvent) => [...dataTransfer.types].includes('Files')

/** Returns the position in the text nearest to a point beside it. */
function nearest(view: EditorView, { clientX, clientY }: { clientX: number; clientY: number }): number {
  const { left, right, top, bottom } = view.dom.getBoundingClientRect()
  const within = (value: number, least: number, most: number) => Math.min(most - 1, Math.max(least + 1, value))
  const point = { left: within(clientX, left, right), top: within(clientY, top, bottom) }
  return view.posAtCoords(point)?.pos ?? view.state.doc.content.size
}

function take(view: EditorView, data: DataTransfer | null, at = view.state.selection.to): boolean {
  const files = view.editable ? imageFiles(data) : []
  void insertImages(view, files, at)
  return files.length > 0
}

/** Uploads images one after the other and inserts them in that order. A failed upload does not stop the others. */
export async function insertImages(view: EditorView, files: readonly File[], at: number): Promise<void> {
  if (files.length === 0) return
  const place = Symbol('images')
  view.dispatch(markPoint(view.state, place, at))
  for (const [index, file] of files.entries()) {
    const count = files.length > 1 ? ` (${index + 1} of ${files.length})` : ''
    const notice = toast.loading(`Uploading ${file.name}${count}`)
    try {
      const { url, alt, sizes } = await uploadPicture(file)
      if (view.isDestroyed) return
      const width = Math.min(MAX_WIDTH, sizes.at(-1)?.width ?? MAX_WIDTH)
      const tr = insertImageAt(view.state, place, { src: url, alt, width })
      if (tr) view.dispatch(tr.scrollIntoView())
    } catch (error) {
      toast.error(`${file.name}: ${errorText(error)}`)
    } finally {
      toast.dismiss(notice)
    }
  }
  if (!view.isDestroyed) view.dispatch(markPoint(view.state, place, null))
}

/** Copies web images to the library, one after the other, and replaces their addresses in the text. */
export async function copyImages(view: EditorView, addresses: readonly string[]): Promise<void> {
  const problems: string[] = []
  for (const [index, address] of addresses.entries()) {
    if (view.isDestroyed || !view.editable) return
    const notice = toast.loading(`Copying image ${index + 1} of ${addresses.length} to your library`)
    try {
      const { url } = await copyPicture(address, imagesOf(view, address)[0]?.alt ?? '')
      if (view.isDestroyed) return
      const { tr } = view.state
      for (const { at, attrs } of imagesOf(view, address)) tr.setNodeMarkup(at, undefined, { ...attrs, src: url })
      // Keep this out of the undo history: an undo removes the paste rather than the copy.
      if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false))
    } catch (error) {
      problems.push(errorText(error))
    } finally {
      toast.dismiss(notice)
    }
  }
  // Images that could not be copied keep their web address.
  const [problem] = problems
  if (problem) toast.error(problem)
}

function imagesOf(view: EditorView, address: string) {
  const found: { at: number; alt: string; attrs: Record<string, unknown> }[] = []
  view.state.doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'image' && attrs.src === address) found.push({ at, alt: String(attrs.alt ?? ''), attrs })
  })
  return found
}

/** Returns the file in a `data:` URL. */
export function imageFile(address: string, name: string): File {
  const [head = '', body = ''] = address.split(',', 2)
  const type = /^data:(image\/\w+)/.exec(head)?.[1] ?? 'image/png'
  const bytes = Uint8Array.from(atob(body), (char) => char.charCodeAt(0))
  return new File([bytes], `${name}.${type.slice('image/'.length)}`, { type })
}
