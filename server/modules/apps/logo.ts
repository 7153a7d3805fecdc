/** SQL for the address of an app's logo, null when it has none; it changes with the picture, so that browsers may keep it. */
export const logoUrlSql = (app: string) =>
  `(select '/app-logos/' || l.app_id || '?v=' || floor(extract(epoch from l.updated_at) * 1000)::bigint
    from app_logo l where l.app_id = ${app}.id)`
