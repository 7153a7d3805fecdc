import { type FormEvent, useState } from 'react'
import { ArrowLeft } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { MediaItem } from '@/server/modules/plugins/schema.ts'

interface ImageDetailsFormProps {
  item: MediaItem
  onBack: () => void
  onSubmit: (texts: { alt: string; caption: string }) => void
}

/** Description and caption of the chosen image. */
export function ImageDetailsForm({ item, onBack, onSubmit }: ImageDetailsFormProps) {
  const [alt, setAlt] = useState(item.alt || item.title)
  const [caption, setCaption] = useState(item.caption)

  function submit(event: FormEvent) {
    event.preventDefault()
    // Otherwise the event reaches the composer’s form, in which this dialog is rendered.
    event.stopPropagation()
    onSubmit({ alt: alt.trim(), caption: caption.trim() })
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        {/* biome-ignore lint/performance/noImgElement: this server does not optimize images on other sites */}
        <img
          src={item.url}
          alt={alt}
          referrerPolicy="no-referrer"
          className="max-h-96 w-full rounded-lg border border-border bg-muted object-contain"
        />
        <div className="grid content-start gap-5">
          <Field label="Description" description="For those who can’t see the image.">
            <Input autoFocus value={alt} maxLength={1_000} onChange={(event) => setAlt(event.target.value)} />
          </Field>
          <Field label="Caption" optional>
            <Input value={caption} maxLength={1_000} onChange={(event) => setCaption(event.target.value)} />
          </Field>
          {item.attribution ? (
            <p className="text-muted-foreground text-sm">
              The email credits <strong className="font-medium text-foreground">{item.attribution.label}</strong>.
            </p>
          ) : null}
        </div>
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>
          <ArrowLeft aria-hidden /> All images
        </Button>
        <Button type="submit">Insert image</Button>
      </DialogFooter>
    </form>
  )
}
