import type { Metadata } from 'next'
import { PageData } from '../../page-data'
import { Product } from './product'
import { productQuery } from './queries'

export const metadata: Metadata = { title: 'Product' }

export default function ProductPage() {
  return (
    <PageData queries={({ trpc }) => [productQuery(trpc)]}>
      <Product />
    </PageData>
  )
}
