import { MarkerSwatch, type Shape } from '@/components/charts/marker'
import { type Pattern, PatternSwatch } from '@/components/charts/pattern'

export type Series = { key: string; label: string; color: string } & (
  | {
      /** Stacked. Negative values extend below the axis. */
      as: 'bar'
      pattern: Pattern
    }
  | { as: 'line'; shape: Shape; dashes?: string }
)

/** A series' swatch in the legend and tooltip. */
export function SeriesSwatch({ id, series }: { id: string; series: Series }) {
  return series.as === 'bar' ? (
    <PatternSwatch id={id} pattern={series.pattern} color={series.color} />
  ) : (
    <MarkerSwatch shape={series.shape} color={series.color} dashes={series.dashes} />
  )
}
