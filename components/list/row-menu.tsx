import type { ReactNode } from 'react'
import { MoreHorizontal } from '@/components/generated/icons'
import { IconButton } from '@/components/ui/button'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '@/components/ui/dropdown-menu'

interface RowMenuProps {
  /** Name of the row. */
  name: string
  children: ReactNode
}

/** The menu at the end of a row. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton icon={MoreHorizontal} label={`Actions for ${name}`} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">{children}</DropdownMenuContent>
    </DropdownMenu>
  )
}
