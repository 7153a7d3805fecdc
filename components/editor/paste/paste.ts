import type { EditorView } from '@tiptap/pm/view'
import { copyImages, imageFile, insertImages } from '@/components/editor/dropped-images'
import type { LiquidCodec, Page } from '@/components/editor/liquid/codec'
import { toast } from '@/components/ui/sonner'
import { cleanPaste, OFFICE } from './clean-paste'

/** Returns pasted HTML that someone wrote by hand, or nothing for HTML from this editor or an office program. */
export const withoutOffice = (html: string): string => (html.includes('data-pm-slice') || OFFICE.test(html) ? '' : html)

/** Cleans pasted HTML. Uploads embedded images and inserts them after the text; copies web images to the library. */
export function readPaste(
  html: string,
  { codec, page, view }: { codec: LiquidCodec; page: Page; view: EditorView },
): string {
  // From this editor or another based on the same library.
  if (html.includes('data-pm-slice')) return html
  const { html: cleanHtml, pictures, remote, lost } = cleanPaste(html, page)
  const files = pictures.map((picture, index) => imageFile(picture, `pasted-${index + 1}`))
  // After the text, which is only inserted when this call returns.
  if (files.length > 0) setTimeout(() => void insertImages(view, files, view.state.selection.to))
  if (remote.length > 0) setTimeout(() => void copyImages(view, remote))
  if (lost > 0)
    toast.error('Some images could not be pasted, because only the other app can read them. Insert them as files.')
  return codec.prepare(cleanHtml)
}
