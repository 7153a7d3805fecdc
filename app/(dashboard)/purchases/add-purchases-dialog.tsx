import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { bySchema } from '@/components/form-schema'
import { formatCount, formatMoney, formatNumber } from '@/components/format'
import { FileUp } from '@/components/generated/icons'
import { PriceFields } from '@/components/price-fields'
import { useStoredForm } from '@/components/stored-form'
import { useTRPC } from '@/components/trpc-provider'
import { Alert } from '@/components/ui/alert'
import { DateTimeInput } from '@/components/ui/date-time-input'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Form, FormField, InputField } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { Progress } from '@/components/ui/progress'
import { toast } from '@/components/ui/sonner'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { Textarea } from '@/components/ui/textarea'
import { useAction } from '@/components/use-action'
import { t } from '@/server/lib/locale/texts.ts'
import type { FilePurchase, PurchaseFileView } from '@/server/modules/purchases/entry/schema.ts'

/** Adds purchases that no app reported: some typed ones, or a shop’s export. */
export function AddPurchasesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add purchases"
      description="For sales that no connected shop reported. A buyer who is new here becomes a subscriber."
    >
      <Tabs defaultValue="hand">
        <TabsList>
          <TabsTrigger value="hand">By hand</TabsTrigger>
          <TabsTrigger value="file">From a file</TabsTrigger>
        </TabsList>
        <TabsContent value="hand" forceMount className="data-[state=inactive]:hidden">
          <ByHand onClose={onClose} />
        </TabsContent>
        <TabsContent value="file" forceMount className="data-[state=inactive]:hidden">
          <FromFile onClose={onClose} />
        </TabsContent>
      </Tabs>
    </Dialog>
  )
}

/** Sends purchases in several calls and keeps count. */
function useAdding(source: 'hand' | 'file') {
  const trpc = useTRPC()
  const add = useAction(trpc.purchases.add, { invalidates: [trpc.purchases, trpc.analytics] })
  const [sent, setSent] = useState(0)
  async function addAll(purchases: (Omit<FilePurchase, 'product' | 'price'> & { product: string; price?: number })[]) {
    const problems: { at: number; message: string }[] = []
    for (let from = 0; from < purchases.length; from += PER_CALL) {
      setSent(from)
      const result = await add.run({ source, purchases: purchases.slice(from, from + PER_CALL) })
      problems.push(...result.problems.map(({ at, message }) => ({ at: from + at, message })))
    }
    setSent(purchases.length)
    const recorded = purchases.length - problems.length
    if (recorded > 0) toast.success(t`Added ${formatCount(recorded, 'purchase')}`)
    return problems
  }
  return { addAll, sent }
}

const PER_CALL = 50

function useProducts() {
  const { data } = useQuery(useTRPC().purchases.offered.queryOptions())
  const own = data?.products[0]
  const names = [...new Set([...(data?.products ?? []), ...(data?.sold ?? [])].map(({ name }) => name))]
  return { own, names, currency: own?.currency ?? data?.usual_currency ?? 'USD' }
}

const NotAdded = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 ? (
    <Alert role="alert" tone="danger" title={`${formatCount(problems.length, 'purchase')} not added`}>
      {problems.slice(0, 5).map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </Alert>
  ) : null

function ByHand({ onClose }: { onClose: () => void }) {
  const { own, names, currency } = useProducts()
  const { addAll } = useAdding('hand')
  const [problems, setProblems] = useState<string[]>([])
  const transactionOf = useTransactionIds()
  const form = useStoredForm({
    resolver: bySchema(async () => (await import('./added-purchases')).AddedPurchases),
    values: {
      addresses: '',
      product: own?.name ?? '',
      total: own?.price ?? Number.NaN,
      currency,
      transaction_time: null as string | null,
    },
  })
  return (
    <Form
      form={form}
      onSubmit={async ({ addresses, product, total, currency: code, transaction_time }) => {
        const purchases = addresses.map((email_address) => ({
          email_address,
          transaction_id: transactionOf(email_address),
          first_name: null,
          product,
          status: 'paid',
          currency: code,
          transaction_time: transaction_time || null,
          total,
        }))
        const refused = await addAll(purchases)
        if (refused.length === 0) return onClose()
        form.setValue('addresses', refused.map(({ at }) => addresses[at]).join('\n'))
        setProblems(refused.map(({ at, message }) => `${addresses[at]}: ${message}`))
      }}
    >
      <NotAdded problems={problems} />
      <InputField
        as={Textarea}
        control={form.control}
        name="addresses"
        label="Buyers"
        description="One email address per line."
        rows={3}
        autoFocus
        spellCheck={false}
        autoCapitalize="none"
        placeholder={'lin@example.net\nsol@example.net'}
      />
      <InputField
        control={form.control}
        name="product"
        label="Product"
        list="product-names"
        maxLength={255}
        autoComplete="off"
        placeholder="The Bench Course"
      />
      <datalist id="product-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <PriceFields control={form.control} price="total" currency="currency" label="Price each" />
      <FormField control={form.control} name="transaction_time" label="Date" optional description="Now if left empty.">
        {(field) => <DateTimeInput {...field} value={field.value ?? null} />}
      </FormField>
      <DialogActions onClose={onClose} pending={form.formState.isSubmitting} confirmLabel="Add purchases" />
    </Form>
  )
}

/** Returns a function that gives each buyer of a dialog one random ID, so what is sent again after an error counts once. */
function useTransactionIds() {
  const ids = useRef(new Map<string, string>())
  return (email_address: string) => {
    const known = ids.current.get(email_address)
    if (known) return known
    // `randomUUID` is missing on pages without https.
    const id = `hand-${[...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')}`
    ids.current.set(email_address, id)
    return id
  }
}

function FromFile({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const { currency } = useProducts()
  const { addAll, sent } = useAdding('file')
  const [view, setView] = useState<PurchaseFileView>()
  const [product, setProduct] = useState('')
  const [refused, setRefused] = useState<string[]>([])
  const read = useAction(trpc.purchases.readFile, { showsError: true })
  const action = useAction(
    { mutationOptions: () => ({ mutationFn: addAll }) },
    {
      showsError: true,
      onDone: (problems, purchases) => {
        if (problems.length === 0) return onClose()
        setRefused(problems.map(({ at, message }) => `${purchases[at]?.email_address}: ${message}`))
      },
    },
  )
  const purchases = view?.purchases ?? []
  const needsProduct = purchases.some((purchase) => purchase.product === null)
  const choose = async (file: File) => {
    setView(undefined)
    setRefused([])
    read.start({ bytes: await base64Of(file) }, setView)
  }
  const problem = read.error ?? action.error
  return (
    <div className="grid gap-5">
      {problem ? <Alert role="alert" tone="danger" title={problem.message} /> : null}
      <NotAdded problems={refused} />
      <label className="grid cursor-pointer justify-items-center gap-2 rounded-xl border-2 border-border-strong border-dashed px-4 py-7 text-center transition-colors focus-within:border-primary hover:bg-accent">
        <FileUp aria-hidden className="size-5 text-primary-ink" />
        <span className="font-medium">{view ? 'Choose another file' : 'Choose a CSV file'}</span>
        <span className="text-pretty text-muted-foreground text-sm">
          An export of sales from your shop, up to 2 MB. It needs a column with email addresses; product, amount,
          currency, date, status and order ID are used if they are there.
        </span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void choose(file)
          }}
        />
      </label>
      {view ? <FileSummary view={view} currency={currency} /> : null}
      {needsProduct ? (
        <Field label="Product" description="For rows without a product.">
          <Input
            value={product}
            onChange={(event) => setProduct(event.target.value)}
            list="product-names"
            maxLength={255}
            autoComplete="off"
          />
        </Field>
      ) : null}
      {action.isPending ? <Progress label="Adding purchases" value={sent} max={purchases.length} live /> : null}
      <DialogActions
        onClose={onClose}
        pending={read.isPending || action.isPending}
        disabled={purchases.length === 0 || (needsProduct && product.trim() === '')}
        confirmLabel={purchases.length === 0 ? 'Add purchases' : `Add ${formatCount(purchases.length, 'purchase')}`}
        onConfirm={() =>
          action.start(
            purchases.map((purchase) => ({
              ...purchase,
              product: purchase.product ?? product.trim(),
              currency: purchase.currency ?? currency,
            })),
          )
        }
      />
    </div>
  )
}

/** Shows what a file contains before it is added. */
function FileSummary({
  view: { purchases, skipped, problems },
  currency,
}: {
  view: PurchaseFileView
  currency: string
}) {
  const refunded = purchases.filter(({ status }) => status === 'refunded').length
  const others = purchases.filter(({ status }) => status !== 'refunded' && status !== 'paid' && status !== null).length
  const buyers = new Set(purchases.map(({ email_address }) => email_address)).size
  const [first] = purchases
  if (!first)
    return (
      <Alert tone="warning" title="This file has no purchases">
        {problems[0]?.message}
      </Alert>
    )
  const notes = [
    refunded > 0 ? t`${formatNumber(refunded)} refunded` : '',
    others > 0 ? t`${formatNumber(others)} neither paid nor refunded` : '',
  ].filter(Boolean)
  return (
    <div role="status" className="grid gap-3">
      <Alert
        tone="success"
        title={t`${formatCount(purchases.length, 'purchase')} by ${formatCount(buyers, 'buyer')}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`}
      >
        {t`The first: ${first.email_address}, ${first.product ?? 'no product'}, ${formatMoney(first.total ?? 0, first.currency ?? currency)}.`}
      </Alert>
      {skipped > 0 ? (
        <Alert tone="warning" title={t`${formatCount(skipped, 'row')} skipped`}>
          {problems.map(({ row, message }) => (
            <p key={row}>{t`Row ${row}: ${message}`}</p>
          ))}
        </Alert>
      ) : null}
    </div>
  )
}

/** Returns a file’s bytes as base64. */
async function base64Of(file: File): Promise<string> {
  let text = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte)
  return btoa(text)
}
