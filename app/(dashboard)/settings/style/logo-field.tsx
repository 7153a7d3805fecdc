import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Images } from '@/components/generated/icons'
import { groundOf } from '@/components/media/upload'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { onDemand } from '@/components/ui/on-demand'
import type { StyleControl } from './style-control'

const PicturePicker = onDemand(async () => (await import('@/components/media/picture-picker')).PicturePicker)

interface LogoFieldProps {
  control: StyleControl
  url: string | null
  onChange: (url: string | null) => void
}

/** The logo, chosen from the library. */
export function LogoField({ control, url, onChange }: LogoFieldProps) {
  const { field } = useController({ control, name: 'logo_id' })
  const [is_open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {url ? (
        // biome-ignore lint/performance/noImgElement: an image of the library, in its own size
        <img
          src={url}
          alt="Your logo"
          className={cn('max-h-20 max-w-full rounded-lg border border-border object-contain p-2', groundOf(url))}
        />
      ) : null}
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Images aria-hidden /> {url ? 'Change logo' : 'Choose logo'}
      </Button>
      {url ? (
        <Button
          variant="ghost"
          onClick={() => {
            field.onChange(null)
            onChange(null)
          }}
        >
          Remove logo
        </Button>
      ) : null}
      {is_open ? (
        <PicturePicker
          onClose={() => setOpen(false)}
          onChoose={(picture) => {
            field.onChange(picture.id)
            onChange(picture.url)
          }}
        />
      ) : null}
    </div>
  )
}
