import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '@/components/trpc-provider'
import { Field } from '@/components/ui/field'
import { Switch } from '@/components/ui/switch'

/** Limits a post to buyers. Needs a product. */
export function PaidSwitch({ isPaid, onChange }: { isPaid: boolean; onChange: (isPaid: boolean) => void }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.purchases.offered.queryOptions())
  const products = data?.products ?? []
  const [product] = products
  return (
    <Field
      label="Only for buyers"
      layout="inline"
      description={
        product || !data ? (
          isPaid ? (
            <>
              Buyers of {products.length === 1 ? product?.name : 'your products'} read all of it. Everyone else reads
              the first paragraphs, or up to the paywall: type “/paywall” to place it.
            </>
          ) : (
            'Everyone reads the beginning. Buyers of your products read on.'
          )
        ) : (
          <>
            <Link className="text-primary-ink underline underline-offset-4" href="/settings/product">
              Set up a product
            </Link>{' '}
            first. Its buyers read paid posts in full.
          </>
        )
      }
    >
      <Switch checked={isPaid} disabled={!isPaid && !product} onCheckedChange={onChange} />
    </Field>
  )
}
