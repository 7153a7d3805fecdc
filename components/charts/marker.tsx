/** Shape of a line's points, which distinguishes lines without color. */
export type Shape = 'circle' | 'square' | 'triangle' | 'diamond'

interface MarkerProps {
  shape: Shape
  color: string
  cx: number
  cy: number
}

export function Marker({ shape, color, cx, cy }: MarkerProps) {
  const style = { fill: 'var(--card)', stroke: color, strokeWidth: 1.75 }
  if (shape === 'circle') return <circle cx={cx} cy={cy} r={3} {...style} />
  if (shape === 'square') return <rect x={cx - 2.75} y={cy - 2.75} width={5.5} height={5.5} {...style} />
  if (shape === 'diamond') return <path d={`M${cx},${cy - 4} l4,4 l-4,4 l-4,-4 z`} {...style} />
  return <path d={`M${cx},${cy - 3.75} l3.75,6.5 h-7.5 z`} {...style} />
}

/** A line's marker in the legend. */
export function MarkerSwatch({ shape, color, dashes }: Pick<MarkerProps, 'shape' | 'color'> & { dashes?: string }) {
  return (
    <svg width="22" height="14" aria-hidden="true" className="shrink-0">
      <line x1="1" x2="21" y1="7" y2="7" stroke={color} strokeWidth="2" strokeDasharray={dashes} />
      <Marker shape={shape} color={color} cx={11} cy={7} />
    </svg>
  )
}
