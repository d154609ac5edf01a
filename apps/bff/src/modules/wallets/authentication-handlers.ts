import type { wallets } from '@corridor/contract'
import { inTwoParts, partOf, success } from '../../api/handlers.ts'
import type { Deps } from '../../ports/deps.ts'
import { authBody } from './base/bodies.ts'
import { valueOrThrow } from './base/failure-texts.ts'
import type { WalletService } from './service.ts'
import { twoStep } from './two-step-handlers.ts'

/** Primary methods, one-time codes and sessions. */
export function authenticationHandlers(service: WalletService, deps: Deps) {
  const { authentication, codes, sessions, activities } = service
  const { prepares, submits } = twoStep(service, deps)

  return partOf<typeof wallets>()({
    registerAuthPrepare: prepares(({ params, body }, caller) =>
      activities.prepareAuth(caller, params.entityId, body),
    ),
    registerAuth: inTwoParts({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await authentication.register(caller, params.entityId, body)),
      handle: async (tx, { params }, caller, method) => {
        await authentication.recordRegistered(tx, caller, params.entityId, method)
        const message = method.isNew
          ? 'Authentication method registered.'
          : 'This method is already registered.'
        return success(authBody(method), message)
      },
      after: async ({ params, body }, caller, method) => {
        if (body.activityId === undefined) return
        await deps.signer.acknowledge([body.activityId])
        await authentication.notifyOwner(caller, params.entityId, method)
      },
    }),
    initiateOtp: inTwoParts({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await codes.sendCode(caller, params.entityId, body)),
      handle: (_tx, _input, _caller, code) => Promise.resolve(success(code, 'Code sent.')),
    }),
    verifyOtp: inTwoParts({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await codes.verifyCode(caller, params.entityId, body)),
      handle: async (tx, { params }, caller, verified) => {
        await codes.recordVerified(tx, caller, params.entityId, verified)
        return success(verified, 'Code verified.')
      },
    }),
    startSession: inTwoParts({
      before: async ({ params, body }, caller) =>
        valueOrThrow(await sessions.openSession(caller, params.entityId, body)),
      handle: async (tx, { params }, caller, session) => {
        await sessions.recordSession(tx, caller, params.entityId, session)
        const { sessionId, credentialBundle, sessionToken, ...opened } = session
        const { sessionPublicKey, createdAt, expiresAt } = opened
        const data = {
          sessionId,
          ...(credentialBundle === undefined ? {} : { credentialBundle }),
          ...(sessionToken === undefined ? {} : { sessionToken }),
          sessionPublicKey,
          signatureType: 'ApiKey' as const,
          createdAt,
          expiresAt,
        }
        return success(data, 'Session started.')
      },
    }),
    revokeAuthPrepare: prepares(({ params, body }, caller) =>
      activities.prepareRevocation(caller, params.entityId, body.authId),
    ),
    revokeAuthSubmit: submits('ACTIVITY_TYPE_REVOKE_AUTH_METHOD', ({ executed }) => ({
      authId: executed.result['authId'],
      status: 'REVOKED',
    })),
    endSession: inTwoParts({
      before: async ({ params }, caller) =>
        valueOrThrow(await sessions.endSession(caller, params.entityId, params.sessionId)),
      handle: async (tx, { params }, caller, { sessionId }) => {
        await sessions.recordSessionEnd(tx, caller, params.entityId, sessionId)
        return success({ sessionId, status: 'REVOKED' as const }, 'Session ended.')
      },
    }),
  })
}
