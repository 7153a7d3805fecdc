import { liquidParts } from '@/components/liquid-parts'

/** A subject or title, with each placeholder as a chip instead of its Liquid. */
export function LiquidText({ text }: { text: string }) {
  const parts = liquidParts(text).map((part, index) =>
    'text' in part ? (
      part.text
    ) : (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move
        key={index}
        className="mx-px inline-block max-w-full truncate rounded-md bg-secondary px-1.5 py-px align-bottom font-normal text-[0.92em] text-secondary-foreground"
      >
        {part.placeholder}
      </span>
    ),
  ) // Read in its own direction, whatever the text around it is.
  return <bdi>{parts}</bdi>
}
