'use client'

import { useQueryClient } from '@tanstack/react-query'
import { AddressInput } from '@/components/address-input'
import { bySchema } from '@/components/form-schema'
import { markSaved, useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Button } from '@/components/ui/button'
import { Form, InputField } from '@/components/ui/form'
import { NumberInput } from '@/components/ui/number-input'
import { toast } from '@/components/ui/sonner'
import { useAction } from '@/components/use-action'
import type { ProductView } from '@/server/modules/purchases/product-schema.ts'

const EMPTY = { name: '', price: Number.NaN, url: '', pid: '' }

export function ProductForm({ view: { product, sold, usual_currency } }: { view: ProductView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const save = useAction(trpc.purchases.saveProduct)
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('@/server/modules/purchases/product-schema.ts')).ProductInput),
    values: product ?? { ...EMPTY, currency: usual_currency },
  })
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const saved = await save.run(values)
        markSaved(form)
        client.setQueryData(trpc.purchases.product.queryKey(), saved)
        await client.invalidateQueries(trpc.posts.pathFilter())
        toast.success('Product saved')
      }}
    >
      <InputField control={form.control} name="name" label="Name" placeholder="The Bench Course" maxLength={255} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <InputField as={NumberInput} control={form.control} name="price" label="Price" has_fractions placeholder="40" />
        <InputField
          control={form.control}
          name="currency"
          label="Currency"
          className="uppercase"
          maxLength={3}
          placeholder={usual_currency}
          autoCapitalize="characters"
        />
      </div>
      <InputField
        as={AddressInput}
        control={form.control}
        name="url"
        label="Where it is sold"
        description="The address of its page in your shop. Paid posts lead there."
        placeholder="https://shop.example/bench"
      />
      <InputField
        control={form.control}
        name="pid"
        label="Product ID in your shop"
        description={
          sold.length > 0
            ? 'The ID that your shop sends with each purchase. Choose one that was bought, or type it.'
            : 'The ID that your shop sends with each purchase. Past purchases count too.'
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
      <Button type="submit" className="justify-self-start" pending={form.formState.isSubmitting}>
        {product ? 'Save product' : 'Set up product'}
      </Button>
    </Form>
  )
}
