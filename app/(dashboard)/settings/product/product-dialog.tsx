import { useQueryClient } from '@tanstack/react-query'
import { AddressInput } from '@/components/address-input'
import { FormDialog } from '@/components/form-dialog'
import { bySchema } from '@/components/form-schema'
import { PriceFields } from '@/components/price-fields'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { InputField } from '@/components/ui/form'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { ProductsView } from '@/server/modules/purchases/product-schema.ts'

const EMPTY = { name: '', price: Number.NaN, url: '', pid: '' }

interface ProductDialogProps {
  view: ProductsView
  /** Undefined: a new product. */
  product?: ProductsView['products'][number]
  onClose: () => void
}

/** Creates or changes a product. */
export function ProductDialog({ view: { sold, usual_currency }, product, onClose }: ProductDialogProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const save = useAction(trpc.purchases.saveProduct, { stores: trpc.purchases.offered.queryKey() })
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('@/server/modules/purchases/product-schema.ts')).ProductInput),
    values: product
      ? { name: product.name, price: product.price, currency: product.currency, url: product.url, pid: product.pid }
      : { ...EMPTY, currency: usual_currency },
  })
  return (
    <FormDialog
      title={product ? 'Edit product' : 'New product'}
      description="Something you sell elsewhere. Its buyers read paid posts in full."
      form={form}
      open
      onClose={onClose}
      submitLabel={product ? 'Save product' : 'Set up product'}
      onSubmit={async (values) => {
        await save.run({ ...values, id: product?.id })
        await client.invalidateQueries(trpc.posts.pathFilter())
        toast.success('Product saved')
        onClose()
      }}
    >
      <InputField control={form.control} name="name" label="Name" placeholder="The Bench Course" maxLength={255} />
      <PriceFields
        control={form.control}
        price="price"
        currency="currency"
        label="Price"
        currencyPlaceholder={usual_currency}
      />
      <InputField
        as={AddressInput}
        control={form.control}
        name="url"
        label="Where it is sold"
        description="The address of its page or checkout. The “Buy” button of paid posts leads there."
        placeholder="https://shop.example/bench"
      />
      <InputField
        control={form.control}
        name="pid"
        label="The product’s ID in your shop"
        description={
          sold.length > 0
            ? 'Choose one that was bought, or type it. You can assign more IDs to it later.'
            : 'Anything if you do not know it yet: you can assign what your shop reports to it later.'
        }
        list="sold-products"
        placeholder="p-1"
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id="sold-products">
        {sold.map(({ pid, name }) => (
          <option key={pid} value={pid}>
            {name}
          </option>
        ))}
      </datalist>
    </FormDialog>
  )
}
