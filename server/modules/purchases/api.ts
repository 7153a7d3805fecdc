import { list, route } from '../../rest/route.ts'
import { deleteFirstProduct, getFirstProduct, saveFirstProduct } from './product.ts'
import { ProductInput, ProductView, PurchasedProduct } from './product-schema.ts'
import { recordPurchase } from './record.ts'
import { Purchase, PurchaseInput } from './schema.ts'
import { getPurchase, listProducts, listPurchases } from './service.ts'

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
    },
    deleteFirstProduct,
  ),
]
