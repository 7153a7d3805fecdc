import { RowMenu } from '@/components/list/row-menu'
import { useTRPC } from '@/components/trpc-provider'
import { DropdownMenuItem } from '@/components/ui/dropdown-menu'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'

interface PurchaseMenuProps {
  purchase: { id: number; status: string; email_address: string }
}

/** Marks a purchase as refunded or as paid again. The money is refunded in the shop. */
export function PurchaseMenu({ purchase: { id, status, email_address } }: PurchaseMenuProps) {
  const trpc = useTRPC()
  const set = useAction(trpc.purchases.setRefunded, { invalidates: [trpc.purchases, trpc.analytics] })
  if (status !== 'paid' && status !== 'refunded') return null
  const is_refunded = status === 'paid'
  return (
    <RowMenu name={email_address}>
      <DropdownMenuItem
        onSelect={() =>
          set.start({ id, is_refunded }, () =>
            toastWithUndo(is_refunded ? 'Marked as refunded' : 'Marked as paid', () =>
              set.run({ id, is_refunded: !is_refunded }),
            ),
          )
        }
      >
        {is_refunded ? 'Mark as refunded' : 'Mark as paid'}
      </DropdownMenuItem>
    </RowMenu>
  )
}
