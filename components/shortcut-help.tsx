import { Keys, type Shortcut } from '@/components/keys'
import { Dialog } from '@/components/ui/dialog'
import { Label } from '@/components/ui/label'
import { Switch } from '@/components/ui/switch'

interface ShortcutHelpProps {
  open: boolean
  onClose: () => void
  shortcuts: ReadonlyMap<string, Shortcut>
  /** True if single-key shortcuts are on. */
  enabled: boolean
  onEnabledChange: (enabled: boolean) => void
}

/** Lists the current page's shortcuts. */
export function ShortcutHelp({ open, onClose, shortcuts, enabled, onEnabledChange }: ShortcutHelpProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" className="sm:max-w-xl">
      <ShortcutList shortcuts={shortcuts} />
      <div className="flex items-center justify-between gap-4 rounded-xl bg-muted px-4 py-3">
        <Label htmlFor="single-key-shortcuts" className="grid gap-0.5">
          Single-key shortcuts
          <span className="font-normal text-muted-foreground">Turn off if they conflict with voice control.</span>
        </Label>
        <Switch id="single-key-shortcuts" checked={enabled} onCheckedChange={onEnabledChange} />
      </div>
    </Dialog>
  )
}

function ShortcutList({ shortcuts }: { shortcuts: ReadonlyMap<string, Shortcut> }) {
  const all = [...shortcuts, ['?', { label: 'Show this help', group: 'Everywhere' }] as const]
  const groups = Map.groupBy(all, ([, { group }]) => group)
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {[...groups].map(([group, entries]) => (
        <section key={group}>
          <h3 className="mb-2 font-medium text-muted-foreground text-xs">{group}</h3>
          <ul className="grid gap-2">
            {entries.map(([keys, { label }]) => (
              <li key={keys} className="flex items-center justify-between gap-4 text-sm">
                {label}
                <Keys keys={keys} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
