import { PageQuery } from '../../core/page/page.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { readPurchaseFile } from './entry/purchase-file.ts'
import { recordEntries } from './entry/record-entries.ts'
import { PurchaseEntries, PurchaseFile } from './entry/schema.ts'
import { deleteProduct, getProduct, saveProduct, usualCurrency } from './product.ts'
import { ProductInput } from './product-schema.ts'
import { PurchaseListFilter, PurchaseRowFilter } from './schema.ts'
import { listLatestPurchases, listProducts, totalPurchases } from './service.ts'

export const purchasesRouter = router({
  list: member('viewer').input(PurchaseListFilter.extend(PageQuery.shape)).query(listVerb(listLatestPurchases)),
  products: member('viewer').input(PageQuery).query(listVerb(listProducts)),
  totals: member('viewer').input(PurchaseRowFilter).query(verb(totalPurchases)),
  product: member('viewer').query(({ ctx }) => getProduct(ctx.account)),
  usualCurrency: member('viewer').query(({ ctx }) => usualCurrency(ctx.account)),
  add: member('editor').input(PurchaseEntries).mutation(verb(recordEntries)),
  readFile: member('editor').input(PurchaseFile).mutation(verb(readPurchaseFile)),
  saveProduct: member('editor').input(ProductInput).mutation(verb(saveProduct)),
  removeProduct: member('editor').mutation(({ ctx }) => deleteProduct(ctx.account)),
})
