import { type DragEvent, useState } from 'react'
import { ImageUp, X } from '@/components/generated/icons'
import { Alert } from '@/components/ui/alert'
import { Button, IconButton } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'
import { Progress } from '@/components/ui/progress'
import type { Picture } from '@/server/modules/media/schema.ts'
import { useUploads } from './use-uploads'

const PicturePicker = onDemand(async () => (await import('./picture-picker')).PicturePicker)

interface PictureDropProps {
  label: string
  hint: string
  /** Address of the chosen image. Empty: none. */
  value: string
  disabled?: boolean
  onChoose: (picture: Picture) => void
  onRemove: () => void
}

/** An image in the shape in which pages show it: dropped here, or chosen from the library. */
export function PictureDrop({ label, hint, value, disabled = false, onChoose, onRemove }: PictureDropProps) {
  const [is_open, setOpen] = useState(false)
  const [is_over, setOver] = useState(false)
  const { uploads, add, dismiss } = useUploads(onChoose)
  const upload = uploads[0]
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) add([...event.dataTransfer.files].slice(0, 1))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is also possible with the button inside
    <div
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {/^https?:\/\/\S+$/i.test(value) ? (
        <div
          className={cn('group/picture relative overflow-hidden rounded-xl', is_over && 'outline-2 outline-primary')}
        >
          {/* biome-ignore lint/performance/noImgElement: the image may be on any site */}
          <img src={value} alt="" referrerPolicy="no-referrer" className="aspect-video w-full bg-muted object-cover" />
          {disabled ? null : (
            <span className="absolute inset-e-2 bottom-2 flex gap-1.5">
              <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
                Change image
              </Button>
              <IconButton icon={X} label={`Remove ${label}`} variant="secondary" onClick={onRemove} />
            </span>
          )}
        </div>
      ) : (
        <button
          type="button"
          disabled={disabled}
          onClick={() => setOpen(true)}
          className={cn(
            'grid aspect-video w-full content-center justify-center justify-items-center gap-1 rounded-xl border-2 border-border-strong border-dashed px-4 text-center transition-colors hover:border-primary hover:bg-primary-soft/50',
            is_over && 'border-primary bg-primary-soft',
          )}
        >
          <ImageUp aria-hidden className="mb-1 size-6 text-muted-foreground" />
          <span className="font-medium text-sm">{label}</span>
          <span className="text-pretty text-muted-foreground text-xs">{hint}</span>
        </button>
      )}
      {upload?.problem ? (
        <Alert tone="danger" title={upload.problem} action={{ label: 'Dismiss', onClick: () => dismiss(upload.key) }} />
      ) : upload ? (
        <Progress label={`${upload.name} upload`} value={upload.done ?? 0} max={1} live />
      ) : null}
      {is_open ? <PicturePicker onClose={() => setOpen(false)} onChoose={onChoose} /> : null}
    </div>
  )
}
