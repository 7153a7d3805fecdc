'use client'

import { useState } from 'react'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { CopyButton } from '@/components/copy-button'
import { CalendarClock, Copy, Trash2 } from '@/components/generated/icons'
import { Button } from '@/components/ui/button'
import { Dialog, DialogFooter } from '@/components/ui/dialog'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { Sheet } from '@/components/ui/sheet'
import { toast } from '@/components/ui/sonner'
import { Tooltip } from '@/components/ui/tooltip'
import { Row, Section } from './section'

export function OverlaysSection() {
  const [dialog_open, setDialogOpen] = useState(false)
  const [sheet_open, setSheetOpen] = useState(false)
  const [has_popover, setPopover] = useState(false)
  return (
    <Section title="Overlays">
      <Row>
        <Button variant="outline" onClick={() => setDialogOpen(true)}>
          Dialog
        </Button>
        <Dialog
          open={dialog_open}
          onClose={() => setDialogOpen(false)}
          title="New tag"
          description="Tags group subscribers by interest."
        >
          <Field label="Name">
            <Input defaultValue="Winter prints" />
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={() => setDialogOpen(false)}>
              Cancel
            </Button>
            <Button>Create tag</Button>
          </DialogFooter>
        </Dialog>
        <ConfirmDialog
          trigger={<Button variant="outline">Confirm</Button>}
          title="Delete this account?"
          description="12,741 subscribers, 48 broadcasts and their reports are deleted. This cannot be undone."
          confirmLabel="Delete account"
          confirmText="Studio Nora"
          tone="destructive"
          onConfirm={async () => {
            throw new Error('A broadcast is being sent. Wait until it is sent.')
          }}
        />
        <Button variant="outline" onClick={() => setSheetOpen(true)}>
          Sheet
        </Button>
        <Sheet open={sheet_open} onClose={() => setSheetOpen(false)} title="Preview" description="Preview for Astrid">
          <p>Dear Astrid, the almanac is printed.</p>
        </Sheet>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline">Menu</Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuLabel>Broadcast</DropdownMenuLabel>
            <DropdownMenuItem icon={CalendarClock} label="Reschedule" />
            <DropdownMenuItem icon={Copy} label="Duplicate" />
            <DropdownMenuSeparator />
            <DropdownMenuItem icon={Trash2} label="Delete" variant="destructive" />
          </DropdownMenuContent>
        </DropdownMenu>
        <Popover open={has_popover} onOpenChange={setPopover}>
          <PopoverTrigger asChild>
            <Button variant="outline">Popover</Button>
          </PopoverTrigger>
          <PopoverContent aria-label="About rates">
            <p className="text-sm">Rates are percentages of delivered emails.</p>
          </PopoverContent>
        </Popover>
        <Tooltip content="Inserts the first name">
          <Button variant="outline">Tooltip</Button>
        </Tooltip>
      </Row>
      <Row>
        <Button variant="secondary" onClick={() => toast.success('Tag created', { description: 'Winter prints' })}>
          Success toast
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast.error('The import stopped', {
              description: 'Row 812 has no address.',
              action: { label: 'Open', onClick: () => undefined },
            })
          }
        >
          Error toast
        </Button>
        <CopyButton value="nora@studio.example" label="address" />
        <CopyButton value="nora@studio.example" label="address" showLabel />
        <span className="text-sm">
          Press <Kbd>?</Kbd> for shortcuts, <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> to search
        </span>
      </Row>
    </Section>
  )
}
