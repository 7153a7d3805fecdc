import { list, route } from '../../rest/route.ts'
import { recordPurchase } from './record.ts'
import { Purchase, PurchaseInput } from './schema.ts'
import { getPurchase, listPurchases } from './service.ts'

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
]
