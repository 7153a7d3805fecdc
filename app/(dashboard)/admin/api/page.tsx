import { listPage } from '../../page-data'
import { titled } from '../titled'
import { ApiTraffic } from './api-traffic'
import { API_FILTERS, apiUseQuery } from './queries'

export const generateMetadata = titled('API traffic')

export default listPage(ApiTraffic, API_FILTERS, ({ trpc }, given) => [apiUseQuery(trpc, given)])
