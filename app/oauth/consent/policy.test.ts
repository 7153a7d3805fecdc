import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server'
import { NextRequest } from 'next/server'
import { expect, test } from 'vitest'
import { config, proxy } from '@/proxy.ts'

const policyOf = (path: string) =>
  proxy(new NextRequest(`http://envoi.test${path}`)).headers.get('content-security-policy') ?? ''
const consent = (redirect_uri: string) =>
  `/oauth/consent?request=${Buffer.from(`client_id=x&${new URLSearchParams({ redirect_uri })}`).toString('base64url')}`

test('the consent page cannot be framed but can redirect to the app [O20]', () => {
  const policy = policyOf(consent('https://tool.example/cb'))
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self' https:;")
  expect(policyOf(consent('http://127.0.0.1:4321/cb'))).toContain("form-action 'self' https: http:;")
  expect(policyOf(consent('com.tool.app:/cb'))).toContain("form-action 'self' https: com.tool.app:;")
})

test('the redirect adds nothing else to the policy, and other pages keep theirs [O20]', () => {
  for (const path of ['/oauth/consent', '/oauth/consent?request=%00', consent('x; script-src *:'), consent('*')])
    expect(policyOf(path), path).toContain("form-action 'self' https:;")
  expect(policyOf('/login')).toContain("form-action 'self';")
})

test('every page has a policy, whatever the request headers [S3]', () => {
  const covers = (url: string, headers: Record<string, string> = {}) =>
    unstable_doesMiddlewareMatch({ config, nextConfig: {}, url, headers })
  for (const url of ['/', '/login', '/apps/1/install', '/oauth/consent?request=x']) {
    expect(covers(url)).toBe(true)
    expect(covers(url, { 'next-router-prefetch': '1', purpose: 'prefetch' })).toBe(true)
  }
})
