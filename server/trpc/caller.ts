import { cache } from 'react'
import { pageContext } from '../auth/page.ts'
import { createCaller } from './root.ts'

/** Calls the dashboard's procedures from server components: `(await pageCaller()).tags.list({})`. */
export const pageCaller = cache(async () => createCaller(await pageContext()))
