'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '@/components/error-text'
import { formatMoney, formatNumber } from '@/components/format'
import { ExternalLink } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { EditableBy, IfRole } from '@/components/role'
import { Stat, StatGroup } from '@/components/stat'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import type { ProductView } from '@/server/modules/purchases/product-schema.ts'
import { SettingsPage } from '../settings-page'
import { ProductForm } from './product-form'
import { productQuery } from './queries'

/** The account’s product and its buyers. */
export function Product() {
  const trpc = useTRPC()
  const view = useQuery(productQuery(trpc))
  const product = view.data?.product
  return (
    <SettingsPage
      title="Product"
      description="A course, a membership or something else you sell. Its buyers read paid posts in full."
      actions={
        product ? (
          <Button asChild variant="outline">
            <a href={product.url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden /> View in shop
            </a>
          </Button>
        ) : null
      }
      isForm
    >
      <Loaded query={view} loading={<RowsSkeleton />}>
        {(data) => (
          <>
            {data.product ? <Figures view={data} /> : null}
            <Card>
              <CardContent className="grid gap-6">
                <EditableBy atLeast="editor">
                  <ProductForm view={data} />
                </EditableBy>
                {data.product ? (
                  <IfRole atLeast="editor">
                    <RemoveProduct view={data} />
                  </IfRole>
                ) : null}
              </CardContent>
            </Card>
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function Figures({ view: { product, buyers, paid_posts } }: { view: ProductView }) {
  return (
    <StatGroup>
      <Stat label="Buyers" value={formatNumber(buyers)} hint="Subscribers with a paid purchase" />
      <Stat label="Paid posts" value={formatNumber(paid_posts)} hint="Drafts included" />
      {product ? (
        <Stat label="Price" value={formatMoney(product.price, product.currency)} hint="As visitors see it" />
      ) : null}
    </StatGroup>
  )
}

function RemoveProduct({ view: { product, paid_posts } }: { view: ProductView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const remove = useAction(trpc.purchases.removeProduct)
  const save = useAction(trpc.purchases.saveProduct)
  const show = async (next: ProductView) => {
    client.setQueryData(trpc.purchases.product.queryKey(), next)
    await client.invalidateQueries(trpc.posts.pathFilter())
  }

  /** The product's purchases and ID stay, so saving it again undoes the removal. */
  async function removeProduct() {
    if (!product) return
    try {
      await show(await remove.run())
      const { id: _, ...before } = product
      toastWithUndo(`Removed “${product.name}”`, async () => show(await save.run(before)))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <div className="border-border border-t pt-5">
      <Button variant="ghost" pending={remove.isPending} disabled={paid_posts > 0} onClick={() => void removeProduct()}>
        Remove product
      </Button>
      {paid_posts > 0 ? (
        <p className="mt-1 text-muted-foreground text-sm">
          {paid_posts === 1
            ? 'A paid post uses this product. Make the post free first.'
            : `${formatNumber(paid_posts)} paid posts use this product. Make the posts free first.`}
        </p>
      ) : null}
    </div>
  )
}
