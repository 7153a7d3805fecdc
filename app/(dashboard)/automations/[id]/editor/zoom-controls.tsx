import { useReactFlow, useStore } from '@xyflow/react'
import { formatPercent } from '@/components/format'
import { Maximize, Minus, Plus } from '@/components/generated/icons'
import { useShortcut } from '@/components/keyboard-shortcuts'
import { IconButton } from '@/components/ui/button'
import { KEY_GROUP } from './use-editor-keys'

/** Zoom buttons and keys. */
export function ZoomControls() {
  const { fitView, zoomIn, zoomOut } = useReactFlow()
  const zoom = useStore(({ transform }) => transform[2])
  const smaller = () => void zoomOut({ duration: 150 })
  const larger = () => void zoomIn({ duration: 150 })
  const showAll = () => void fitView({ duration: 200, padding: 0.15, maxZoom: 1 })
  useShortcut('+', { label: 'Zoom in', group: KEY_GROUP, run: larger })
  useShortcut('-', { label: 'Zoom out', group: KEY_GROUP, run: smaller })
  useShortcut('0', { label: 'Show everything', group: KEY_GROUP, run: showAll })
  return (
    <div className="absolute bottom-4 inset-s-4 flex items-center gap-1 rounded-xl border border-border bg-card p-1 shadow-sm">
      <IconButton icon={Minus} label="Zoom out" onClick={smaller} />
      <output aria-label="Zoom" aria-live="off" className="figures w-10 text-center text-muted-foreground text-xs">
        {formatPercent(zoom * 100, 0)}
      </output>
      <IconButton icon={Plus} label="Zoom in" onClick={larger} />
      <IconButton icon={Maximize} label="Show everything" onClick={showAll} />
    </div>
  )
}
