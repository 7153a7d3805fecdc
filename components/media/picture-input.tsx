import { type ComponentProps, useState } from 'react'
import { AddressInput } from '@/components/address-input'
import { Images } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { Picture } from '@/server/modules/media/schema.ts'
import { PicturePicker } from './picture-picker'
import { groundOf } from './upload'

interface PictureInputProps extends ComponentProps<typeof AddressInput> {
  value: string
  /** Called with the chosen image and its address. */
  onChoose: (url: string, picture: Picture) => void
}

/** An image's address, typed or chosen from the library. */
export function PictureInput({ value, onChoose, disabled, ...input }: PictureInputProps) {
  const [is_open, setOpen] = useState(false)
  const is_shown = /^https?:\/\/\S+$/i.test(value)
  return (
    <>
      <span className="flex items-start gap-2">
        <AddressInput {...input} disabled={disabled} value={value} />
        <Button variant="outline" disabled={disabled} onClick={() => setOpen(true)}>
          <Images aria-hidden /> Choose
        </Button>
      </span>
      {is_shown ? (
        // biome-ignore lint/performance/noImgElement: the image may be on any site
        <img
          src={value}
          alt=""
          referrerPolicy="no-referrer"
          className={cn(
            'mt-2 max-h-32 max-w-full justify-self-start rounded-lg border border-border object-contain',
            groundOf(value),
          )}
        />
      ) : null}
      {is_open ? (
        <PicturePicker onClose={() => setOpen(false)} onChoose={(picture) => onChoose(picture.url, picture)} />
      ) : null}
    </>
  )
}
