import path from 'node:path'
import { expect, test } from '@playwright/test'
import { bundleReact } from './support/react-page.ts'

const HYDRATED = path.resolve(import.meta.dirname, '../components/hydrated.tsx')

/** Two pages with the same notice. The second one arrives with its data when the notice of the first is old. */
const PAGES = `
  import { useState } from 'react'
  import { dehydrate, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
  import { Hydrated } from '${HYDRATED}'

  const KEY = ['notice']
  const client = new QueryClient()
  const withNotice = (text, updatedAt) => {
    const server = new QueryClient()
    server.setQueryData(KEY, text, { updatedAt })
    return dehydrate(server)
  }
  const first = withNotice('old', Date.now())

  function Notice() {
    const { data } = useQuery({ queryKey: KEY, queryFn: () => 'asked in the browser', staleTime: 20_000 })
    return <p role="status">{data}</p>
  }

  export function Pages() {
    const [state, setState] = useState(first)
    const open = () => {
      client.setQueryData(KEY, 'old', { updatedAt: Date.now() - 30_000 })
      setState(withNotice('delivered', Date.now()))
    }
    return <QueryClientProvider client={client}>
      <Hydrated state={state} key={state === first ? 1 : 2}><Notice /></Hydrated>
      <button type="button" onClick={open}>Next page</button>
    </QueryClientProvider>
  }`

test('a page uses the data it arrived with, although older data of the page before is due again', async ({ page }) => {
  await page.setContent('<main></main>')
  await page.addScriptTag({ content: await bundleReact(PAGES, 'Pages') })
  const notice = page.getByRole('status')
  await expect(notice).toHaveText('old')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(notice).not.toHaveText('old')
  await expect(notice).toHaveText('delivered')
})
