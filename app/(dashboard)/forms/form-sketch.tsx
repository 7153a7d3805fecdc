import type { FormKind } from './form-types'

// In units of the drawing, which is a page of 60 × 44.
const PLACES: Record<FormKind['key'], { x: number; y: number; width: number; height: number }> = {
  inline: { x: 8, y: 20, width: 44, height: 14 },
  modal: { x: 14, y: 10, width: 32, height: 24 },
  'slide in': { x: 32, y: 22, width: 24, height: 18 },
  'sticky bar': { x: 0, y: 0, width: 60, height: 10 },
  hosted: { x: 12, y: 8, width: 36, height: 28 },
}

/** A small drawing of a page with the form in its place. */
export function FormSketch({ format }: { format: FormKind['key'] }) {
  const { x, y, width, height } = PLACES[format]
  const is_bar = format === 'sticky bar'
  return (
    <svg
      aria-hidden
      viewBox="0 0 60 44"
      className="h-11 w-15 shrink-0 overflow-hidden rounded-md border border-border bg-card"
    >
      {format === 'hosted'
        ? null
        : [7, 13, 19, 25, 31, 37].map((line) => (
            <rect
              key={line}
              x={8}
              y={line}
              width={line % 4 === 1 ? 36 : 44}
              height={2}
              rx={1}
              className="fill-secondary"
            />
          ))}
      {format === 'modal' ? <rect width={60} height={44} className="fill-foreground/15" /> : null}
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={is_bar ? 0 : 3}
        className="fill-primary-soft stroke-primary"
      />
      {is_bar ? (
        <>
          <rect x={6} y={4} width={24} height={2} rx={1} className="fill-primary/50" />
          <rect x={42} y={2.5} width={13} height={5} rx={1.5} className="fill-primary" />
        </>
      ) : (
        <>
          <rect x={x + 4} y={y + 3.5} width={width - 14} height={2} rx={1} className="fill-primary/50" />
          <rect x={x + 4} y={y + height - 7.5} width={width - 8} height={4.5} rx={1.5} className="fill-primary" />
        </>
      )}
    </svg>
  )
}
