import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'

const lifeMs = 5 * 60_000
const challengeBytes = 32
/** Old rows that one new challenge removes: more than it adds, so they never pile up. */
const sweptAtOnce = 20

/** What a challenge is for, and what it is bound to. */
export type Purpose =
  | { purpose: 'sign_in' }
  | { purpose: 'enrol'; linkId: string; memberId: string }
  | { purpose: 'step_up'; sessionId: string; actionHash: Uint8Array }
  | { purpose: 'recover'; recoveryHash: Uint8Array; memberId: string }
  | { purpose: 'recover_by_link'; linkId: string; memberId: string }

export type Challenge = { challengeId: string; challenge: Uint8Array<ArrayBuffer> }
export type Answered<P extends Purpose['purpose']> = {
  challenge: Uint8Array<ArrayBuffer>
} & Extract<Purpose, { purpose: P }>

/** Draws a challenge: 32 random bytes that can be answered once, within 5 minutes of real time. */
export async function issueChallenge(
  deps: Pick<Deps, 'ids' | 'random' | 'realTime'>,
  tx: Tx,
  bound: Purpose,
): Promise<Challenge> {
  const at = deps.realTime()
  const challengeId = deps.ids.uuid()
  const challenge = copy(deps.random(challengeBytes))
  await tx
    .deleteFrom('webauthn_challenge')
    .where('id', 'in', (old) =>
      old
        .selectFrom('webauthn_challenge')
        .select('id')
        .where('expires_at', '<=', at)
        .limit(sweptAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .execute()
  await tx
    .insertInto('webauthn_challenge')
    .values({
      id: challengeId,
      purpose: bound.purpose,
      challenge,
      member_id: 'memberId' in bound ? bound.memberId : null,
      link_id: 'linkId' in bound ? bound.linkId : null,
      session_id: 'sessionId' in bound ? bound.sessionId : null,
      recovery_hash: 'recoveryHash' in bound ? bound.recoveryHash : null,
      action_hash: 'actionHash' in bound ? bound.actionHash : null,
      expires_at: new Date(at.getTime() + lifeMs),
    })
    .execute()
  return { challengeId, challenge }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Takes a challenge out for its one answer; undefined where it is unknown, answered or run out. */
export async function takeChallenge<P extends Purpose['purpose']>(
  deps: Pick<Deps, 'realTime'>,
  tx: Tx,
  purpose: P,
  challengeId: string,
): Promise<Answered<P> | undefined> {
  if (!uuidPattern.test(challengeId)) return undefined
  const row = await tx
    .deleteFrom('webauthn_challenge')
    .where((eb) => eb.and({ id: challengeId, purpose }))
    .returningAll()
    .executeTakeFirst()
  if (!row || row.expires_at <= deps.realTime()) return undefined
  // The table's checks say which columns each purpose has.
  return {
    purpose,
    challenge: copy(row.challenge),
    memberId: row.member_id,
    linkId: row.link_id,
    sessionId: row.session_id,
    recoveryHash: row.recovery_hash,
    actionHash: row.action_hash,
  } as unknown as Answered<P>
}

/** The id of the enrolment challenge with these bytes: its answer names the bytes alone. */
export async function findChallengeOfLink(tx: Tx, linkId: string, challenge: Uint8Array) {
  const row = await tx
    .selectFrom('webauthn_challenge')
    .select('id')
    .where((eb) => eb.and({ link_id: linkId, challenge: Buffer.from(challenge) }))
    .executeTakeFirst()
  return row?.id
}

const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)
