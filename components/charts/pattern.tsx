/** Fill pattern of a series, which distinguishes series without color. */
export type Pattern = 'solid' | 'stripes' | 'dots' | 'cross' | 'lines' | 'light'

interface PatternProps {
  id: string
  pattern: Pattern
  color: string
}

/** Fills a series with its color on a lighter tint, so stacked bars differ without color. */
export function PatternFill({ id, pattern, color }: PatternProps) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect
        width="6"
        height="6"
        fill={color}
        fillOpacity={pattern === 'solid' ? 1 : pattern === 'light' ? 0.45 : 0.3}
      />
      {pattern === 'stripes' ? <path d="M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2" stroke={color} strokeWidth="1.8" /> : null}
      {pattern === 'dots' ? <circle cx="3" cy="3" r="1.5" fill={color} /> : null}
      {pattern === 'cross' ? <path d="M3,0 v6 M0,3 h6" stroke={color} strokeWidth="1.3" /> : null}
      {pattern === 'lines' ? <path d="M0,2 h6 M0,5 h6" stroke={color} strokeWidth="1.3" /> : null}
    </pattern>
  )
}

/** A series' swatch in the legend. */
export function PatternSwatch({ id, pattern, color }: PatternProps) {
  return (
    <svg width="14" height="14" aria-hidden="true" className="shrink-0">
      <defs>
        <PatternFill id={id} pattern={pattern} color={color} />
      </defs>
      <rect x="1" y="1" width="12" height="12" rx="3" fill={`url(#${id})`} stroke={color} strokeWidth="1" />
    </svg>
  )
}
