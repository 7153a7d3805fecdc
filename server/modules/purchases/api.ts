import { z } from 'zod'
import { list, route } from '../../rest/route.ts'
import { CheckoutInput, CheckoutRef, CheckoutView, ConnectionInput } from './checkout-schema.ts'
import { connectCheckout, deleteCheckout, listSafeCheckouts } from './checkouts/checkouts.ts'
import {
  assignProduct,
  deleteFirstProduct,
  deleteProduct,
  getFirstProduct,
  getProducts,
  requireOwnProduct,
  requireShopProduct,
  saveFirstProduct,
  saveProduct,
} from './product.ts'
import { AssignmentInput, ProductInput, ProductsView, ProductView, PurchasedProduct } from './product-schema.ts'
import { recordPurchase } from './record.ts'
import { Purchase, PurchaseInput } from './schema.ts'
import { getPurchase, listProducts, listPurchases } from './service.ts'

const write = { names_fields: true } as const
const connecting = { scope: 'account:write', role: 'admin', names_fields: true } as const
const PID_IS_TAKEN = { 409: 'Another product has this `pid`' }

export const purchasesApi = [
  list('GET /purchases', listPurchases, {
    summary: 'List purchases',
    description: 'Newest first, with their products.',
    credential: 'oauth',
    as: 'purchases',
    of: Purchase,
  }),
  route('POST /purchases', recordPurchase, {
    summary: 'Create a purchase',
    description: 'Adds to an existing purchase with this `transaction_id`; a line with an existing `lid` replaces it.',
    credential: 'oauth',
    status: 201,
    as: 'purchase',
    of: Purchase,
    body: PurchaseInput,
    wrapper: 'purchase',
  }),
  route('GET /purchases/:id', getPurchase, {
    summary: 'Read a purchase',
    description: 'With its products. Amounts are in units of the currency, not in cents.',
    credential: 'oauth',
    as: 'purchase',
    of: Purchase,
  }),
  list('GET /products', listProducts, {
    summary: 'List purchased products',
    description: 'Newest first. Their ids are those in conditions of segments.',
    as: 'products',
    of: PurchasedProduct,
  }),
  route('GET /account/product', getFirstProduct, {
    summary: 'Read the product of the account',
    description: 'Its buyers read paid posts in full. With several products, the first.',
    of: ProductView,
  }),
  route('PUT /account/product', saveFirstProduct, {
    summary: 'Set the product of the account',
    description: 'All paid purchases with its `pid` make buyers, earlier ones too.',
    names_fields: true,
    of: ProductView,
    body: ProductInput,
  }),
  route('DELETE /account/product', deleteFirstProduct, {
    summary: 'Remove the product of the account',
    description: 'Purchases stay. 422 while a post is paid, because no one could read it.',
    errors: { 404: 'No product is set' },
  }),
  route('GET /account/products', (ctx) => getProducts(ctx), {
    summary: 'List the products of the account',
    description: 'Oldest first, each with its buyers, who read all paid posts, and products of shops in `sold`.',
    of: ProductsView,
  }),
  route('POST /account/products', saveProduct, {
    ...write,
    summary: 'Add a product to the account',
    description: 'All paid purchases with its `pid` make buyers, earlier ones too. An account can have 20.',
    status: 201,
    of: ProductsView,
    body: ProductInput,
    errors: PID_IS_TAKEN,
  }),
  route('PUT /account/products/:id', saveProduct, {
    ...write,
    summary: 'Change a product of the account',
    description: 'All properties are required.',
    of: ProductsView,
    body: ProductInput,
    subject: requireOwnProduct,
    errors: PID_IS_TAKEN,
  }),
  route('DELETE /account/products/:id', deleteProduct, {
    ...write,
    summary: 'Remove a product from the account',
    description: 'Purchases stay. 422 for the last one while a post is paid.',
  }),
  route('PUT /products/:id/sold_as', assignProduct, {
    ...write,
    summary: 'Count the purchases of a shop’s product for a product of the account',
    description: 'Earlier ones too. Null: for none.',
    of: ProductsView,
    body: AssignmentInput,
    subject: requireShopProduct,
    errors: { 409: 'It is the product that `pid` of one of yours names' },
  }),
  route('GET /checkouts', (ctx) => listSafeCheckouts(ctx), {
    ...connecting,
    scope: 'read',
    summary: 'List checkouts',
    description:
      'The shops that can report purchases. Secrets are not answered, nor the address for Gumroad, which contains one.',
    as: 'checkouts',
    of: z.array(CheckoutView),
  }),
  route('PUT /checkouts', (ctx, input) => connectCheckout(ctx, CheckoutInput.parse(input)), {
    ...connecting,
    summary: 'Connect a checkout',
    description:
      'Or replaces its secrets: `secret`, for Paddle also `api_key`, for Gumroad none. Set `address` as the webhook of the shop; Gumroad gets a new one each time.',
    as: 'checkout',
    of: CheckoutView,
    body: ConnectionInput,
    has_secret: true,
  }),
  route('DELETE /checkouts', deleteCheckout, {
    ...connecting,
    summary: 'Disconnect a checkout',
    description: 'Its purchases stay. 404 unless it is connected.',
    body: CheckoutRef,
    errors: { 404: 'The checkout is not connected' },
  }),
]
