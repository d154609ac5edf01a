import type { FailureType } from '@corridor/contract'

type Facts = { status: 400 | 401 | 403 | 404 | 409; type: FailureType; message: string }

/** What can go wrong for staff only; these codes are the dashboard's own, never the partner API's. */
export const staffFailures = {
  STAFF_SESSION_ENDED: {
    status: 401,
    type: 'authentication',
    message: 'Your session has ended. Sign in again.',
  },
  ENROLMENT_LINK_INVALID: {
    status: 404,
    type: 'not_found',
    message: 'This link no longer works. Ask for a new one.',
  },
  CHALLENGE_INVALID: {
    status: 400,
    type: 'expired',
    message: 'This request was answered before or has run out. Start again.',
  },
  PASSKEY_INVALID: {
    status: 400,
    type: 'validation',
    message: 'This passkey cannot be used here. Create another one.',
  },
  PASSKEY_EXISTS: {
    status: 409,
    type: 'conflict',
    message: 'This passkey is registered already.',
  },
  PASSKEY_UNKNOWN: {
    status: 401,
    type: 'authentication',
    message: 'This passkey is not known here. Choose another one.',
  },
  PASSKEY_IS_WALLET_KEY: {
    status: 401,
    type: 'authentication',
    message:
      'That is a wallet signing key (“Signing key · …”), which signs transfers. Choose your sign-in passkey.',
  },
  PASSKEY_REFUSED: {
    status: 401,
    type: 'authentication',
    message: 'The passkey’s answer could not be accepted. Try again.',
  },
  RECOVERY_CODE_INVALID: {
    status: 401,
    type: 'authentication',
    message: 'This recovery code is not known or was used before.',
  },
  VIEW_NOT_YOURS: {
    status: 403,
    type: 'permission',
    message: 'Only the person who made this view, an owner or an admin may change it.',
  },
  VIEWS_FULL: {
    status: 409,
    type: 'conflict',
    message: 'You have 100 saved views. Delete one first.',
  },
  TEAM_ROLE_NEEDED: {
    status: 403,
    type: 'permission',
    message: 'Only an owner or an admin may do this for others.',
  },
  OWNER_NEEDED: {
    status: 403,
    type: 'permission',
    message: 'Only an owner may end what belongs to an owner.',
  },
  LAST_OWNER: {
    status: 409,
    type: 'conflict',
    message: 'The last owner stays. Invite another owner first.',
  },
  LAST_PASSKEY: {
    status: 409,
    type: 'conflict',
    message:
      'Your last passkey stays. If it is lost, sign in with a recovery code, which replaces it.',
  },
  CROSS_SITE_REFUSED: {
    status: 403,
    type: 'permission',
    message: 'This request did not come from the dashboard.',
  },
} as const satisfies Record<string, Facts>

export type StaffFailure = keyof typeof staffFailures
