import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { fitWidth, MAX_WIDTH, MIN_WIDTH, type Rests, setImageWidth, widthStep } from '@/components/editor/image-width'
import { cn } from '@/components/ui/cn'
import { t } from '@/server/lib/locale/texts.ts'

const STEP = 10
const LARGE_STEP = 50

interface Box {
  left: number
  top: number
  width: number
  /** Maximum displayed width. */
  most: number
  rests: Rests
}

/** Resizes the selected image by dragging, or with arrow keys while focused. */
export function ImageHandle({ editor }: { editor: Editor }) {
  const image = useEditorState({ editor, selector: ({ editor: now }) => selectedImage(now) })
  const handle = useRef<HTMLButtonElement>(null)
  const [box, setBox] = useState<Box>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is replaced when an attribute changes
  useLayoutEffect(() => {
    const element = image && imageElement(editor, image.at)
    const frame = element?.closest('[data-editor-frame]')
    if (!image || !element || !frame) return setBox(undefined)
    const place = () => {
      const [imageBox, frameBox] = [element.getBoundingClientRect(), frame.getBoundingClientRect()]
      const block = element.closest('p, div')?.getBoundingClientRect() ?? frameBox
      const rests = restOf(image.align, element)
      const edge = rests === 'right' ? imageBox.left : imageBox.right
      setBox({
        left: edge - frameBox.left,
        top: imageBox.bottom - frameBox.top,
        width: Math.round(imageBox.width),
        most: block.width,
        rests,
      })
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(element)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [editor, image?.at, image?.width, image?.align, image?.href])
  if (!image || !box) return null
  const { at, width: storedWidth } = image
  const { rests } = box

  function drag(start: PointerEvent<HTMLButtonElement>) {
    start.preventDefault()
    const target = start.currentTarget
    target.setPointerCapture(start.pointerId)
    const { width: startWidth, most } = box ?? { width: 0, most: 0 }
    const reach = (rests === 'center' ? 2 : 1) * (rests === 'right' ? -1 : 1)
    let width = startWidth
    const move = (event: globalThis.PointerEvent) => {
      const wanted = startWidth + (event.clientX - start.clientX) * reach
      // In a narrow editor, its edge stands for the email's edge.
      width = wanted >= most ? MAX_WIDTH : fitWidth(wanted)
      setImageWidth(editor, { at, width, is_final: false })
    }
    const end = () => {
      target.removeEventListener('pointermove', move)
      // Makes the whole drag a single undo step.
      setImageWidth(editor, { at, width: storedWidth, is_final: false })
      setImageWidth(editor, { at, width: width === startWidth ? storedWidth : width, is_final: true })
    }
    target.addEventListener('pointermove', move)
    target.addEventListener('lostpointercapture', end, { once: true })
  }

  function press(event: KeyboardEvent) {
    const sign = box ? widthStep(event.key, box.rests) : undefined
    if (sign === undefined || !box) return
    event.preventDefault()
    const width = fitWidth((storedWidth ?? box.width) + sign * (event.shiftKey ? LARGE_STEP : STEP))
    setImageWidth(editor, { at, width, is_final: true })
  }

  return (
    <button
      ref={handle}
      type="button"
      role="slider"
      aria-label={t`Image width`}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={storedWidth ?? box.width}
      aria-valuetext={t`${storedWidth ?? box.width} pixels`}
      title={t`Drag to change the width`}
      className={cn(
        'absolute z-5 size-4 -translate-x-1/2 -translate-y-1/2 touch-none rounded-full border-2 border-card bg-ring shadow-sm',
        'after:absolute after:-inset-3',
        rests === 'right' ? 'cursor-nesw-resize' : 'cursor-nwse-resize',
      )}
      style={{ left: box.left, top: box.top }}
      onPointerDown={drag}
      onKeyDown={press}
    />
  )
}

/** An image without alignment starts at the start of the line. */
function restOf(align: string | null, element: HTMLElement): Box['rests'] {
  if (align === 'center' || align === 'right' || align === 'left') return align
  return getComputedStyle(element).direction === 'rtl' ? 'right' : 'left'
}

interface SelectedImage {
  at: number
  width: number | null
  align: string | null
  href: string | null
}

function selectedImage({ state: { selection }, isEditable }: Editor): SelectedImage | null {
  const node =
    'node' in selection ? (selection.node as { type: { name: string }; attrs: Record<string, unknown> }) : null
  if (!isEditable || node?.type.name !== 'image') return null
  const { width, align, href } = node.attrs
  return {
    at: selection.from,
    width: Number(width) || null,
    align: align === null ? null : String(align),
    href: href === null ? null : String(href),
  }
}

function imageElement({ view }: Editor, at: number): HTMLElement | null {
  const drawn = view.nodeDOM(at)
  if (!(drawn instanceof HTMLElement)) return null
  return drawn.tagName === 'IMG' ? drawn : drawn.querySelector('img')
}
