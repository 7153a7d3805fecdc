import { ActionDialog } from '@/components/action-dialog'
import 'react-image-crop/dist/ReactCrop.css'
import { useState } from 'react'
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { useAction } from '@/components/use-action'
import type { Picture } from '@/server/modules/media/schema.ts'
import { groundOf, pixelsText } from './upload'

const SHAPES = [
  { label: 'Free', aspect: undefined },
  { label: 'Square', aspect: 1 },
  { label: '16 : 9', aspect: 16 / 9 },
  { label: '3 : 2', aspect: 3 / 2 },
]

interface CropDialogProps {
  picture: Picture
  onClose: () => void
  onDone: (cropped: Picture) => void
}

/** Cuts a part out of an image and saves it as a new image. Arrow keys move the part and its handles. */
export default function CropDialog({ picture, onClose, onDone }: CropDialogProps) {
  const { id, width, height, sizes, url } = picture
  const trpc = useTRPC()
  const crop = useAction(trpc.media.crop, { invalidates: trpc.media, onDone, showsError: true })
  const [shape, setShape] = useState(0)
  const [part, setPart] = useState<PercentCrop>({ unit: '%', x: 10, y: 10, width: 80, height: 80 })
  const whole = new URL(sizes.at(-1)?.file ?? '', url).href
  const pixels = pixelsOf(part, { width, height })

  function choose(at: number) {
    const aspect = SHAPES[at]?.aspect
    setShape(at)
    if (aspect) setPart(centerCrop(makeAspectCrop({ unit: '%', width: 80 }, aspect, width, height), width, height))
  }

  return (
    <ActionDialog
      title="Crop image"
      description="The selected part becomes a new image. This one doesn’t change."
      className="sm:max-w-3xl"
      onClose={onClose}
      error={crop.error}
      pending={crop.isPending}
      confirmLabel="Save as new image"
      onConfirm={() => crop.start({ id, ...pixels })}
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Shape</legend>
        {SHAPES.map(({ label }, index) => (
          <Button
            key={label}
            size="sm"
            variant={index === shape ? 'primary' : 'outline'}
            aria-pressed={index === shape}
            onClick={() => choose(index)}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <ReactCrop
        crop={part}
        aspect={SHAPES[shape]?.aspect}
        keepSelection
        minWidth={16}
        minHeight={16}
        className={cn('max-h-[55dvh] justify-self-center', groundOf(whole))}
        onChange={(_, percent) => setPart(percent)}
      >
        {/* biome-ignore lint/performance/noImgElement: the library has its own sizes */}
        <img src={whole} alt="" className="max-h-[55dvh]" />
      </ReactCrop>
      <p className="text-center text-muted-foreground text-sm tabular-nums">{pixelsText(pixels)}</p>
    </ActionDialog>
  )
}

/** Rounded so the part never exceeds the image. */
function pixelsOf(part: PercentCrop, { width, height }: { width: number; height: number }) {
  const [left, top] = [Math.floor((part.x / 100) * width), Math.floor((part.y / 100) * height)]
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round((part.width / 100) * width))),
    height: Math.max(1, Math.min(height - top, Math.round((part.height / 100) * height))),
  }
}
