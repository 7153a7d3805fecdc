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

const write = { scope: 'write', credential: 'any', names_fields: true } as const
const connecting = { scope: 'account:write', role: 'admin', credential: 'any', names_fields: true } as const
const PID_IS_TAKEN = { 409: 'Another product has this `pid`' }

export const purchasesApi = [
  list(
    'GET /purchases',
    {
      summary: 'List purchases',
      description: 'Newest first, with their products.',
      scope: 'read',
      credential: 'oauth',
      as: 'purchases',
      of: Purchase,
    },
    listPurchases,
  ),
  route(
    'POST /purchases',
    {
      summary: 'Create a purchase',
      description:
        'Adds to an existing purchase with this `transaction_id`; a line with an existing `lid` replaces it.',
      scope: 'write',
      credential: 'oauth',
      status: 201,
      as: 'purchase',
      of: Purchase,
      body: PurchaseInput,
      wrapper: 'purchase',
    },
    recordPurchase,
  ),
  route(
    'GET /purchases/:id',
    {
      summary: 'Read a purchase',
      description: 'With its products. Amounts are in units of the currency, not in cents.',
      scope: 'read',
      credential: 'oauth',
      as: 'purchase',
      of: Purchase,
    },
    getPurchase,
  ),
  list(
    'GET /products',
    {
      summary: 'List purchased products',
      description: 'Newest first. Their ids are those in conditions of segments.',
      scope: 'read',
      credential: 'any',
      as: 'products',
      of: PurchasedProduct,
    },
    listProducts,
  ),
  route(
    'GET /account/product',
    {
      summary: 'Read the product of the account',
      description: 'Its buyers read paid posts in full. With several products, the first.',
      scope: 'read',
      credential: 'any',
      of: ProductView,
    },
    getFirstProduct,
  ),
  route(
    'PUT /account/product',
    {
      summary: 'Set the product of the account',
      description: 'All paid purchases with its `pid` make buyers, earlier ones too.',
      scope: 'write',
      credential: 'any',
      names_fields: true,
      of: ProductView,
      body: ProductInput,
    },
    saveFirstProduct,
  ),
  route(
    'DELETE /account/product',
    {
      summary: 'Remove the product of the account',
      description: 'Purchases stay. 422 while a post is paid, because no one could read it.',
      scope: 'write',
      credential: 'any',
      errors: { 404: 'No product is set' },
    },
    deleteFirstProduct,
  ),
  route(
    'GET /account/products',
    {
      summary: 'List the products of the account',
      description: 'Oldest first, each with its buyers, who read all paid posts, and products of shops in `sold`.',
      scope: 'read',
      credential: 'any',
      of: ProductsView,
    },
    (ctx) => getProducts(ctx),
  ),
  route(
    'POST /account/products',
    {
      ...write,
      summary: 'Add a product to the account',
      description: 'All paid purchases with its `pid` make buyers, earlier ones too. An account can have 20.',
      status: 201,
      of: ProductsView,
      body: ProductInput,
      errors: PID_IS_TAKEN,
    },
    saveProduct,
  ),
  route(
    'PUT /account/products/:id',
    {
      ...write,
      summary: 'Change a product of the account',
      description: 'All properties are required.',
      of: ProductsView,
      body: ProductInput,
      subject: requireOwnProduct,
      errors: PID_IS_TAKEN,
    },
    saveProduct,
  ),
  route(
    'DELETE /account/products/:id',
    {
      ...write,
      summary: 'Remove a product from the account',
      description: 'Purchases stay. 422 for the last one while a post is paid.',
    },
    deleteProduct,
  ),
  route(
    'PUT /products/:id/sold_as',
    {
      ...write,
      summary: 'Count the purchases of a shop’s product for a product of the account',
      description: 'Earlier ones too. Null: for none.',
      of: ProductsView,
      body: AssignmentInput,
      subject: requireShopProduct,
      errors: { 409: 'It is the product that `pid` of one of yours names' },
    },
    assignProduct,
  ),
  route(
    'GET /checkouts',
    {
      ...connecting,
      scope: 'read',
      summary: 'List checkouts',
      description:
        'The shops that can report purchases. Secrets are not answered, nor the address for Gumroad, which contains one.',
      as: 'checkouts',
      of: z.array(CheckoutView),
    },
    (ctx) => listSafeCheckouts(ctx),
  ),
  route(
    'PUT /checkouts',
    {
      ...connecting,
      summary: 'Connect a checkout',
      description:
        'Or replaces its secrets: `secret`, for Paddle also `api_key`, for Gumroad none. Set `address` as the webhook of the shop; Gumroad gets a new one each time.',
      as: 'checkout',
      of: CheckoutView,
      body: ConnectionInput,
      has_secret: true,
    },
    (ctx, input) => connectCheckout(ctx, CheckoutInput.parse(input)),
  ),
  route(
    'DELETE /checkouts',
    {
      ...connecting,
      summary: 'Disconnect a checkout',
      description: 'Its purchases stay. 404 unless it is connected.',
      body: CheckoutRef,
      errors: { 404: 'The checkout is not connected' },
    },
    deleteCheckout,
  ),
]
