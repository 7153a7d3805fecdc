import type { AnyShape } from '../../server/testing/api.ts'
import { running } from './running.ts'

interface Answer {
  status: number
  body: AnyShape
}

/** An API client with a key: `await api('GET /v4/tags')`. */
export const apiOf =
  (key: string) =>
  async (operation: string, body?: object): Promise<Answer> => {
    const [method, path] = operation.split(' ')
    const response = await fetch(`${running()?.base_url}${path}`, {
      method,
      headers: { 'x-service-api-key': key, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
