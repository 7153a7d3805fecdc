import { useState } from 'react'
import { Images, X } from '@/components/generated/icons'
import { Button, IconButton } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'
import { imageAddress, type ShownImage } from '@/server/lib/page/landing/image.ts'
import type { Picture } from '@/server/modules/media/schema.ts'
import { groundOf, webpUrl } from './upload'

const PicturePicker = onDemand(async () => (await import('./picture-picker')).PicturePicker)

interface PictureFieldProps {
  label: string
  /** Undefined: no image is chosen, or it was deleted from the library. */
  current: ShownImage | undefined
  /** True if there is an image to remove. */
  is_chosen: boolean
  onChoose: (picture: Picture) => void
  onRemove: () => void
}

/** An image, chosen from the library. */
export function PictureField({ label, current, is_chosen, onChoose, onRemove }: PictureFieldProps) {
  const [is_open, setOpen] = useState(false)
  const { url } = current ? imageAddress(current, current.base_url, 320) : { url: undefined }
  return (
    <div className="grid gap-2">
      <span className="font-medium text-sm">{label}</span>
      {current && url ? (
        // biome-ignore lint/performance/noImgElement: an image of the library, in its own size
        <img
          src={webpUrl(url)}
          alt={current.alt}
          className={cn('max-h-40 max-w-full rounded-lg border border-border object-contain', groundOf(url))}
        />
      ) : null}
      <div className="flex gap-2">
        <Button variant="outline" onClick={() => setOpen(true)}>
          <Images aria-hidden /> {current ? 'Change image' : 'Choose image'}
        </Button>
        {is_chosen ? <IconButton icon={X} label={`Remove ${label}`} size="icon" onClick={onRemove} /> : null}
      </div>
      {is_open ? <PicturePicker onClose={() => setOpen(false)} onChoose={onChoose} /> : null}
    </div>
  )
}
