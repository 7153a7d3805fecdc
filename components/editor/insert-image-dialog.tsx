import { useState } from 'react'
import { measureImage } from '@/components/editor/image-width'
import { Fields, type LinkDialogProps } from '@/components/editor/insert-dialogs'
import { webAddress } from '@/components/link-target'
import { PictureChoice } from '@/components/media/picture-picker'
import { groundOf, pictureHint } from '@/components/media/upload'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Dialog, DialogContent, DialogRoot } from '@/components/ui/dialog'

const ALT = { name: 'alt', label: 'Description', placeholder: 'The harbor at dawn' }
const SRC = {
  name: 'src',
  label: 'Image URL',
  placeholder: 'https://',
  check: (text: string) => (/^https?:\/\/\S+$/i.test(webAddress(text)) ? undefined : 'Start with https://'),
}

/** Inserts an image from the library or by its address, with its description. */
export function InsertImageDialog({ editor, open, onClose }: LinkDialogProps) {
  const [by_url, setByUrl] = useState(false)
  const [picture, setPicture] = useState<{ url: string; alt: string }>()

  function close() {
    onClose()
    setByUrl(false)
    setPicture(undefined)
  }

  function insert(src: string, alt: string) {
    editor.chain().focus().placeBlock({ type: 'image', attrs: { src, alt } }).run()
    measureImage(editor, { src })
    close()
  }

  return (
    <DialogRoot open={open} onClose={close}>
      {picture || by_url ? (
        <DialogContent
          title="Insert image"
          description={picture ? 'Describe it for those who can’t see it.' : 'Add an image by its URL.'}
        >
          {picture ? (
            // biome-ignore lint/performance/noImgElement: the library has its own sizes
            <img
              src={picture.url}
              alt=""
              className={cn('max-h-64 w-full rounded-lg border border-border object-contain', groundOf(picture.url))}
            />
          ) : null}
          <Fields
            fields={picture ? [{ ...ALT, initial: picture.alt }] : [SRC, ALT]}
            submitLabel="Insert"
            onCancel={close}
            onSubmit={({ src = picture?.url ?? '', alt = '' }) => insert(webAddress(src), alt)}
          />
        </DialogContent>
      ) : (
        <DialogContent
          title="Insert image"
          description={`Choose an image, or upload, drop or paste one. ${pictureHint()}`}
          className="sm:max-w-4xl"
        >
          <PictureChoice onChoose={setPicture} />
          <Button variant="outline" className="justify-self-start" onClick={() => setByUrl(true)}>
            Use an image URL
          </Button>
        </DialogContent>
      )}
    </DialogRoot>
  )
}

/** Changes the description of the image at the cursor. */
export function ImageDescriptionDialog({ editor, open, onClose }: LinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Description"
      description="Describe the image for those who can’t see it."
    >
      <Fields
        fields={[{ ...ALT, initial: String(editor.getAttributes('image').alt ?? '') }]}
        submitLabel="Save"
        onCancel={onClose}
        onSubmit={({ alt = '' }) => {
          editor.chain().focus().updateAttributes('image', { alt: alt.trim() }).run()
          onClose()
        }}
      />
    </Dialog>
  )
}
