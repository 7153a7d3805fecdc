import { type LucideIcon, Plus } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'

interface AddMenuProps<Value> {
  label: string
  offers: Record<string, { label: string; icon: LucideIcon; make: () => Value }>
  onAdd: (value: Value) => void
}

/** Menu of event kinds to add. */
export function AddMenu<Value>({ label, offers, onAdd }: AddMenuProps<Value>) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" className="w-fit">
          <Plus aria-hidden /> {label}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {Object.entries(offers).map(([type, { label: name, icon: Icon, make }]) => (
          <DropdownMenuItem icon={Icon} label={name} key={type} onSelect={() => onAdd(make())} />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
