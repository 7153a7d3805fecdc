import { PageQuery } from '../../core/page/page.ts'
import { listVerb, member, router, verb } from '../../trpc/init.ts'
import { CheckoutInput, CheckoutRef } from './checkout-schema.ts'
import { deleteCheckout, listCheckouts, saveCheckout } from './checkouts/checkouts.ts'
import { readPurchaseFile } from './entry/purchase-file.ts'
import { recordEntries } from './entry/record-entries.ts'
import { PurchaseEntries, PurchaseFile } from './entry/schema.ts'
import { assignProduct, deleteProduct, getProducts, saveProduct, usualCurrency } from './product.ts'
import { ProductAssignment, ProductRef, ProductSave } from './product-schema.ts'
import { PurchaseListFilter, PurchaseRowFilter, RefundInput } from './schema.ts'
import { listLatestPurchases, listProducts, setRefunded, totalPurchases } from './service.ts'

export const purchasesRouter = router({
  list: member('viewer').input(PurchaseListFilter.extend(PageQuery.shape)).query(listVerb(listLatestPurchases)),
  products: member('viewer').input(PageQuery).query(listVerb(listProducts)),
  totals: member('viewer').input(PurchaseRowFilter).query(verb(totalPurchases)),
  offered: member('viewer').query(({ ctx }) => getProducts(ctx.account)),
  checkouts: member('admin').query(({ ctx }) => listCheckouts(ctx.account)),
  saveCheckout: member('admin').input(CheckoutInput).mutation(verb(saveCheckout)),
  removeCheckout: member('admin').input(CheckoutRef).mutation(verb(deleteCheckout)),
  usualCurrency: member('viewer').query(({ ctx }) => usualCurrency(ctx.account)),
  add: member('editor').input(PurchaseEntries).mutation(verb(recordEntries)),
  readFile: member('editor').input(PurchaseFile).mutation(verb(readPurchaseFile)),
  saveProduct: member('editor').input(ProductSave).mutation(verb(saveProduct)),
  removeProduct: member('editor').input(ProductRef).mutation(verb(deleteProduct)),
  assignProduct: member('editor').input(ProductAssignment).mutation(verb(assignProduct)),
  setRefunded: member('editor').input(RefundInput).mutation(verb(setRefunded)),
})
