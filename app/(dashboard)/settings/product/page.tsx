import type { Metadata } from 'next'
import { queryPage } from '../../page-data'
import { Products } from './products'
import { checkoutsQuery, productsQuery } from './queries'

export const metadata: Metadata = { title: 'Products' }

export default queryPage(Products, ({ trpc, hasRole }) => [
  productsQuery(trpc),
  ...(hasRole('admin') ? [checkoutsQuery(trpc)] : []),
])
