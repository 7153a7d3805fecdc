import type { RequestListener } from 'node:http'
import path from 'node:path'
import sirv from 'sirv'

const PREFIX = '/_next/static/'
const YEAR_S = 365 * 86_400

/**
 * Serves the compressed scripts and styles of a build, and leaves everything else to `next`. It knows the files that exist when it is created,
 * and their names change with their content, so browsers keep them for a year.
 */
export function serveAssets(build: string, next: RequestListener): RequestListener {
  const serve = sirv(path.join(build, 'static'), { brotli: true, gzip: true, immutable: true, maxAge: YEAR_S })
  return (request, response) => {
    const { url = '', method } = request
    if (!url.startsWith(PREFIX) || (method !== 'GET' && method !== 'HEAD')) return void next(request, response)
    let isFound = true
    request.url = url.slice(PREFIX.length - 1)
    serve(request, response, () => {
      isFound = false
    })
    // The log and the pages need the whole path.
    request.url = url
    if (!isFound) next(request, response)
  }
}
