'use client'

import { useState } from 'react'
import { cn } from '@/components/ui/cn'

const tints = [
  'bg-primary-soft text-primary-ink',
  'bg-stamp-soft text-stamp-ink',
  'bg-info-soft text-info-ink',
  'bg-success-soft text-success-ink',
  'bg-warning-soft text-warning-ink',
] as const

interface AvatarProps {
  /** A name or address, whose initials are shown without an image. */
  name: string
  src?: string | null
  className?: string
}

export function Avatar({ name, src, className }: AvatarProps) {
  const [loadedSrc, setLoadedSrc] = useState<string>()
  return (
    <span aria-hidden className={cn('inline-flex size-9 shrink-0 select-none overflow-hidden rounded-full', className)}>
      {src ? (
        // biome-ignore lint/performance/noImgElement: small images from anywhere
        <img
          // An image in the server's HTML may be complete before React listens.
          ref={(image) => void (image?.complete && image.naturalWidth > 0 && setLoadedSrc(src))}
          src={src}
          alt=""
          hidden={loadedSrc !== src}
          onLoad={() => setLoadedSrc(src)}
          className="size-full object-cover"
        />
      ) : null}
      {src && loadedSrc === src ? null : (
        <span className={cn('grid size-full place-items-center font-semibold text-[0.6875rem]', tintOf(name))}>
          {initialsOf(name)}
        </span>
      )}
    </span>
  )
}

function initialsOf(name: string) {
  const words = (name.split(/[@+]/)[0] ?? '').split(/[\s._+-]+/).filter(Boolean)
  const [first = '?', last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return ([...first][0] ?? '?').toUpperCase() + (last ? ([...last][0] ?? '').toUpperCase() : '')
}

function tintOf(name: string) {
  const sum = [...name].reduce((total, char) => (total * 31 + (char.codePointAt(0) ?? 0)) % 997, 7)
  return tints[sum % tints.length]
}
