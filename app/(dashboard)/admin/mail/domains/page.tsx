import { listPage } from '../../../page-data'
import { titled } from '../../titled'
import { DomainResults } from './domain-results'
import { RECEIVER_FILTERS, receiversQuery } from './queries'

export const generateMetadata = titled('Results by domain')

export default listPage(DomainResults, RECEIVER_FILTERS, ({ trpc }, given) => [receiversQuery(trpc, given)])
