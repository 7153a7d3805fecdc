'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DividedList } from '@/components/divided-list'
import { EmptyState } from '@/components/empty-state'
import { errorText } from '@/components/error-text'
import { formatCount, formatMoney } from '@/components/format'
import { ExternalLink, Plus } from '@/components/generated/icons'
import { Loaded } from '@/components/loaded'
import { RowsSkeleton } from '@/components/loading'
import { IfRole, useHasRole } from '@/components/role'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Card, CardContent, SectionCard } from '@/components/ui/card'
import { SelectInput } from '@/components/ui/select'
import { toast } from '@/components/ui/sonner'
import { toastWithUndo } from '@/components/undo-toast'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { ProductsView, SoldProduct } from '@/server/modules/purchases/product-schema.ts'
import { SettingsPage } from '../settings-page'
import { Checkouts } from './checkouts'
import { ProductDialog } from './product-dialog'
import { productsQuery } from './queries'

type Product = ProductsView['products'][number]

/** The account’s products, the shops that report purchases, and which product of a shop is which. */
export function Products() {
  const trpc = useTRPC()
  const view = useQuery(productsQuery(trpc))
  const [edited, setEdited] = useState<Product | 'new'>()
  const create = (
    <IfRole atLeast="editor">
      <Button onClick={() => setEdited('new')}>
        <Plus aria-hidden /> New product
      </Button>
    </IfRole>
  )
  const hasProducts = Boolean(view.data?.products.length)
  return (
    <SettingsPage
      title="Products"
      description="Courses, memberships and other things you sell elsewhere. Buyers of any product read paid posts in full."
      actions={hasProducts ? create : null}
    >
      <Loaded query={view} loading={<RowsSkeleton />}>
        {(data) => (
          <>
            <Card>
              <CardContent>
                {data.products.length > 0 ? (
                  <DividedList rows={data.products} rowId={({ id }) => id}>
                    {(product) => <ProductRow product={product} view={data} onEdit={() => setEdited(product)} />}
                  </DividedList>
                ) : (
                  <EmptyState
                    illustration="chart"
                    as="h2"
                    title="Nothing for sale yet"
                    description="Set up what you sell: its name, its price and the address where it is sold. Then posts can be for buyers only."
                    actions={create}
                  />
                )}
              </CardContent>
            </Card>
            <IfRole atLeast="admin">
              <Checkouts />
            </IfRole>
            <ShopProducts view={data} />
            {edited ? (
              <ProductDialog
                view={data}
                product={edited === 'new' ? undefined : edited}
                onClose={() => setEdited(undefined)}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function ProductRow({ product, view, onEdit }: { product: Product; view: ProductsView; onEdit: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium text-base [overflow-wrap:anywhere]">{product.name}</p>
        <p className="figures text-muted-foreground">
          {formatMoney(product.price, product.currency)} · {formatCount(product.buyers, 'buyer')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="outline" size="sm">
          <a href={product.url} target="_blank" rel="noreferrer" aria-label={`View “${product.name}” in shop`}>
            <ExternalLink aria-hidden /> View in shop
          </a>
        </Button>
        <IfRole atLeast="editor">
          <Button variant="outline" size="sm" aria-label={`Edit “${product.name}”`} onClick={onEdit}>
            Edit
          </Button>
          <RemoveProduct product={product} view={view} />
        </IfRole>
      </div>
    </div>
  )
}

function RemoveProduct({ product, view: { products, paid_posts } }: { product: Product; view: ProductsView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const stores = trpc.purchases.offered.queryKey()
  const remove = useAction(trpc.purchases.removeProduct, { stores })
  const save = useAction(trpc.purchases.saveProduct, { stores })
  const isNeeded = products.length === 1 && paid_posts > 0

  /** The product’s purchases and ID stay, so saving it again undoes the removal. */
  async function removeProduct() {
    try {
      await remove.run({ id: product.id })
      await client.invalidateQueries(trpc.posts.pathFilter())
      const { id: _, buyers: __, ...before } = product
      toastWithUndo(`Removed “${product.name}”`, async () => {
        await save.run(before)
        await client.invalidateQueries(trpc.posts.pathFilter())
      })
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`Remove “${product.name}”`}
      title={isNeeded ? t`${formatCount(paid_posts, 'paid post')} need it` : undefined}
      pending={remove.isPending}
      disabled={isNeeded}
      onClick={() => void removeProduct()}
    >
      Remove
    </Button>
  )
}

/** Products of shops that are none of the account’s yet, to assign. Their purchases are recorded in any case. */
function ShopProducts({ view: { products, sold } }: { view: ProductsView }) {
  const own = new Set(products.map(({ id }) => id))
  const others = sold.filter(({ id }) => !own.has(id))
  if (others.length === 0) return null
  const unassigned = others.filter(({ sold_as }) => sold_as === null).length
  return (
    <SectionCard
      title="Products in your shops"
      description={
        unassigned > 0
          ? t`${formatCount(unassigned, 'product')} that your shops sell open no paid posts. If one is a product of yours, choose it: earlier purchases count too.`
          : 'Each counts as one of your products. Earlier purchases count too.'
      }
    >
      <DividedList rows={others} rowId={({ id }) => id}>
        {(product) => <ShopProduct product={product} products={products} />}
      </DividedList>
    </SectionCard>
  )
}

function ShopProduct({ product, products }: { product: SoldProduct; products: readonly Product[] }) {
  const trpc = useTRPC()
  const mayEdit = useHasRole('editor')
  const assign = useAction(trpc.purchases.assignProduct, {
    stores: trpc.purchases.offered.queryKey(),
    done: 'Product assigned',
  })
  return (
    <div className="grid items-center gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium [overflow-wrap:anywhere]">{product.name}</p>
        {product.name === product.pid ? null : (
          <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">{product.pid}</p>
        )}
      </div>
      <SelectInput
        aria-label={`What is “${product.name}”?`}
        value={String(product.sold_as ?? 'none')}
        disabled={!mayEdit || products.length === 0 || assign.isPending}
        onChange={(value) => assign.start({ id: product.id, sold_as: value === 'none' ? null : Number(value) })}
        options={[
          { value: 'none', label: t`Opens no paid posts` },
          ...products.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </div>
  )
}
