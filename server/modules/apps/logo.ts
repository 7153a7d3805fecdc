// The address changes with the picture, so that browsers may keep what they have.

export const logoUrl = (logo: { app_id: number; updated_at: Date } | null): string | null =>
  logo && `/app-logos/${logo.app_id}/${logo.updated_at.getTime()}`

/** SQL for it, null for an app without one; `app` is the alias of its table. */
export const logoUrlSql = (app: string) =>
  `(select '/app-logos/' || l.app_id || '/' || round(extract(epoch from l.updated_at) * 1000)::bigint
    from app_logo l where l.app_id = ${app}.id)`
