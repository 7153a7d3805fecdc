/** Returns the app that an install link attributes sign-ups to: `service_12` of `/apps/12/install?service_app_id=service_12`. */
export function installSource(path: string): string | undefined {
  const url = URL.parse(path, 'http://this-site.invalid')
  const id = /^\/apps\/(\d+)\/install$/.exec(url?.pathname ?? '')?.[1]
  const sources = url?.searchParams.getAll('service_app_id') ?? []
  return id && sources.length === 1 && sources[0] === `service_${id}` ? sources[0] : undefined
}
