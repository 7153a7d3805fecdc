import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { requireApproval } from '../../../core/reach.ts'
import { cleanContent } from '../../../core/texts/given-html.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { Prisma } from '../../../db/generated/client.ts'
import type { Replacing } from '../../revisions/schema.ts'
import { keepAside, textVersion } from '../../revisions/service.ts'
import { textOf } from '../changing.ts'
import { DEFAULT_TEST } from '../default-plan-schema.ts'
import { isTest, zonedStart } from '../plan/plan.ts'
import {
  MAX_VERSIONS,
  type PlanInput,
  type PlanView,
  type SendPlan,
  type Version,
  type VersionInput,
  type VersionNumber,
} from '../plan-schema.ts'
import { applySendAt, requireEditable } from '../sending/sending.ts'
import { lockBroadcast, readStored, type StoredBroadcast } from '../view.ts'
import { requirePlanned } from './plan-requirements.ts'

/** Stores the plan of a draft or scheduled broadcast. Absent properties are unchanged. Throws not_found or invalid. */
export const savePlan = (ctx: Ctx, { id, plan, versions }: PlanInput): Promise<PlanView> =>
  changePlan(ctx, id, async (before, tx) => {
    const kept: Version[] = []
    for (const version of versions ?? []) kept.push(await cleanVersion(tx, version))
    return { plan: plan === undefined ? before.plan : plan, versions: versions ? kept : before.versions }
  })

/** Adds a version equal to version A. Throws not_found or invalid. */
export const addVersion = (ctx: Ctx, { id }: { id: number }): Promise<PlanView> =>
  changePlan(ctx, id, ({ plan, versions }) => {
    if (versions.length >= MAX_VERSIONS - 1) throw invalid('Compare at most three versions')
    return { plan, versions: [...versions, { key: randomUUID(), subject: null, preview_text: null, content: null }] }
  })

/** Changes one version. Absent properties are unchanged; null properties are as in version A. Throws not_found, invalid or conflict. */
export const saveVersion = (
  ctx: Ctx,
  { id, version, replaces, over_others, ...change }: VersionInput & Replacing,
): Promise<PlanView> =>
  changePlan(ctx, id, async ({ plan, versions }, tx) => {
    const before = versions[version - 2]
    if (!before) throw notFound()
    const changed = { ...before, ...change }
    const after = change.content === undefined ? changed : await cleanVersion(tx, changed)
    await keepAside(
      tx,
      { kind: 'broadcast', item_id: id },
      {
        replaces,
        over_others,
        before: textOf(before),
        after: textOf(after),
        typed: { title: change.subject, preview_text: change.preview_text, content: change.content },
        own: textOf(await readStored(tx, { id })),
      },
    )
    return { plan, versions: versions.map((one, index) => (index === version - 2 ? after : one)) }
  })

/** Deletes a version. With one version left, the broadcast is no longer a test. Throws not_found or invalid. */
export const deleteVersion = (ctx: Ctx, { id, version }: VersionNumber): Promise<PlanView> =>
  changePlan(ctx, id, ({ plan, versions }) => {
    if (!versions[version - 2]) throw notFound()
    const others = versions.filter((_, index) => index !== version - 2)
    return { plan: others.length === 0 && isTest(plan) ? null : plan, versions: others }
  })

type Planned = Omit<PlanView, 'text_versions'>

/** Changes the plan under the lock of the broadcast, so parallel changes of two versions are both stored. */
function changePlan(
  ctx: Ctx,
  id: number,
  change: (before: PlanView, tx: Tx) => Planned | Promise<Planned>,
): Promise<PlanView> {
  return write(ctx, async (tx) => {
    const before = await lockBroadcast(tx, { id })
    requireEditable(before)
    if (before.status === 'scheduled') requireApproval(tx)
    const { plan, versions } = await change(viewOf(before), tx)
    // Without a test, a plan for one would send everyone version A.
    const planned = versions.length > 0 && !isTest(plan) ? DEFAULT_TEST : plan
    await tx.db.broadcast.updateMany({
      where: { id },
      data: {
        plan: planned ?? Prisma.DbNull,
        versions: versions.length > 0 ? versions : Prisma.DbNull,
        updated_at: tx.now(),
      },
    })
    const after = await lockBroadcast(tx, { id })
    if (after.status === 'scheduled') await keepReady(tx, after, planned)
    return viewOf(after)
  })
}

/** A scheduled broadcast must stay sendable, and starts at its hour in the first time zone. */
async function keepReady(tx: Tx, broadcast: StoredBroadcast, plan: SendPlan | null): Promise<void> {
  const start = zonedStart(plan, tx.now())
  if (start && start > tx.now()) await applySendAt(tx, broadcast, start)
  else await requirePlanned(tx, broadcast)
}

async function cleanVersion(tx: Tx, { left_out: _, ...version }: Version): Promise<Version> {
  if (version.content === null) return version
  const { html, left_out } = await cleanContent(tx, version.content, 'content')
  return { ...version, content: html, left_out }
}

export const getPlan = async (ctx: Ctx, { id }: { id: number }): Promise<PlanView> =>
  viewOf(await readStored(ctx, { id }))

const viewOf = ({ plan, versions }: { plan: SendPlan | null; versions: Version[] | null }): PlanView => ({
  plan,
  versions: versions ?? [],
  text_versions: (versions ?? []).map((version) => textVersion(textOf(version))),
})
