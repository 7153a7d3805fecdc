import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { Product } from './product'
import { productQuery } from './queries'

export const metadata: Metadata = { title: 'Product' }

export default queryPage(({ trpc }) => [productQuery(trpc)], Product)
