import { cache } from 'react'
import { pageContext } from '../auth/page.ts'
import { createCaller } from './root.ts'

/** For server components: the dashboard's procedures, called in place. `(await pageCaller()).tags.list({})` */
export const pageCaller = cache(async () => createCaller(await pageContext()))
