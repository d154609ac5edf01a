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
  SCOPE_NOT_YOURS: {
    status: 403,
    type: 'permission',
    message: 'This role may do more than you may. An owner can give it.',
  },
  OWN_RECOVERY: {
    status: 409,
    type: 'conflict',
    message:
      'You are signed in. Who lost a passkey of their own removes it, or uses a recovery code.',
  },
  ROLE_IN_USE: {
    status: 409,
    type: 'conflict',
    message: 'This role is in use. Give those who have it another role first.',
  },
  ROLE_NAME_TAKEN: {
    status: 409,
    type: 'conflict',
    message: 'Another role has this name.',
  },
  ROLES_FULL: {
    status: 409,
    type: 'conflict',
    message: 'You have 50 roles of your own. Delete one first.',
  },
  RECOVERY_ADDRESS_NEEDED: {
    status: 409,
    type: 'conflict',
    message:
      'This person has no e-mail address of their own to send a code to. The operator can recover their access.',
  },
  RECOVERY_LINK_INVALID: {
    status: 404,
    type: 'not_found',
    message: 'This link no longer works. Ask for a new one.',
  },
  RECOVERY_MAIL_CODE_INVALID: {
    status: 401,
    type: 'authentication',
    message: 'This code is not right, was used before or has run out. Have another one sent.',
  },
  RECOVERY_CODES_SPENT: {
    status: 409,
    type: 'conflict',
    message: 'No more codes are sent for this link. Ask for a new link.',
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
