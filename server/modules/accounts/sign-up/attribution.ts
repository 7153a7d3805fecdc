import { unscoped } from '../../../db/client.ts'

/** Returns the ID of the app whose install link led to a sign-up (contract 10.2.1), or null if it does not exist. */
export async function attributedApp(service_app_id: string | undefined): Promise<number | null> {
  const id = Number(/^service_([1-9]\d{0,8})$/.exec(service_app_id ?? '')?.[1])
  const app = id ? await unscoped().app.findFirst({ where: { id, deleted_at: null }, select: { id: true } }) : null
  return app?.id ?? null
}
