import { z } from 'zod'
import { enveloped, recordId, text, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { PolicyRules } from '../base/policy.ts'
import {
  hexKey,
  PasskeyAuthenticator,
  PreparedActivity,
  prepareFailures,
  Submit,
  submitFailures,
  submitted,
  WalletAccount,
  walletOwner,
} from './shapes.ts'

const Attestation = z.looseObject({
  credentialId: z
    .string()
    .max(2000)
    .optional()
    .describe('Credential id that the browser answered, in base64url.'),
  clientDataJson: z
    .string()
    .max(8000)
    .optional()
    .describe('Client data that the browser answered, in base64url.'),
  attestationObject: z
    .string()
    .max(60000)
    .optional()
    .describe('Attestation that the browser answered, in base64url.'),
  transports: z
    .array(z.string().max(60))
    .max(10)
    .optional()
    .describe('How the authenticator is reached, as the browser has it.'),
})

/** Two-step operations: prepare gives the text to sign, submit brings the signature over it. */
export const walletActivities = {
  createWalletPrepare: endpoint({
    id: 'wallets.createWalletPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-wallet/prepare',
    summary: 'Prepare a wallet',
    params: walletOwner,
    body: z.object({
      walletName: text().describe('Name of the wallet.'),
      accounts: z
        .array(
          z.object({ jurisdictionId: recordId().describe('Id of a token on a chain, `jur_…`.') }),
        )
        .max(20)
        .optional()
        .describe('Accounts to begin with, at most 20.'),
    }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'RECORD_NOT_FOUND'],
  }),
  createWalletSubmit: endpoint({
    id: 'wallets.createWalletSubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-wallet/submit',
    summary: 'Create the prepared wallet',
    params: walletOwner,
    body: Submit,
    response: submitted(
      z.object({
        walletId: z.string().describe('Id of the wallet, `wal_…`.'),
        accounts: z.array(WalletAccount).describe('Its accounts, one for each token on a chain.'),
      }),
    ),
    failures: submitFailures,
  }),
  createAccountPrepare: endpoint({
    id: 'wallets.createAccountPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-account/prepare',
    summary: 'Prepare a further account of a wallet',
    params: walletOwner,
    body: z.object({
      walletId: recordId().describe('Id of the wallet, `wal_…`.'),
      jurisdictionId: recordId().describe('Id of a token on a chain, `jur_…`.'),
      path: z
        .string()
        .max(80)
        .regex(/^m(\/\d+'?)+$/)
        .optional()
        .describe("Path of derivation, such as m/44'/60'/0'/0/1; the next free one when absent."),
    }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'WALLET_NOT_FOUND', 'RECORD_NOT_FOUND'],
  }),
  createAccountSubmit: endpoint({
    id: 'wallets.createAccountSubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/create-account/submit',
    summary: 'Create the prepared account',
    params: walletOwner,
    body: Submit,
    response: submitted(WalletAccount),
    failures: submitFailures,
  }),
  registerPasskeyPrepare: endpoint({
    id: 'wallets.registerPasskeyPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-passkey/prepare',
    summary: 'Prepare a passkey',
    params: walletOwner,
    body: z.object({ authenticatorName: text().describe('Name of the passkey, for people.') }),
    response: enveloped(
      PreparedActivity.extend({
        creationOptions: z
          .looseObject({ challenge: z.string().describe('Challenge to sign, in base64url.') })
          .describe('Options for `navigator.credentials.create`, in their JSON form.'),
      }),
    ),
    failures: prepareFailures,
  }),
  registerPasskeySubmit: endpoint({
    id: 'wallets.registerPasskeySubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/register-passkey/submit',
    summary: 'Add the prepared passkey; signed with primary authentication',
    params: walletOwner,
    body: Submit.extend({ attestation: Attestation.describe('What the browser answered.') }),
    response: submitted(
      z.object({
        authenticatorId: z.string().describe('Id of the passkey, `pk_…`.'),
        credentialId: z.string().describe('Its credential id in WebAuthn, in base64url.'),
        name: z.string().describe('Name that it was given.'),
      }),
    ),
    failures: submitFailures,
  }),
  deletePasskeyPrepare: endpoint({
    id: 'wallets.deletePasskeyPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/delete-passkey/prepare',
    summary: 'Prepare the removal of a passkey',
    params: walletOwner,
    body: z.object({ authenticatorId: recordId().describe('Id of the passkey, `pk_…`.') }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'RECORD_NOT_FOUND'],
  }),
  deletePasskeySubmit: endpoint({
    id: 'wallets.deletePasskeySubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/delete-passkey/submit',
    summary: 'Remove the prepared passkey; signed with primary authentication',
    params: walletOwner,
    body: Submit,
    response: submitted(
      z.object({
        authenticatorId: z.string().describe('Id of the passkey, `pk_…`.'),
        status: z.literal('DELETED').describe('Always DELETED here.'),
      }),
    ),
    failures: submitFailures,
  }),
  passkeys: endpoint({
    id: 'wallets.passkeys',
    module: 'wallets',
    method: 'GET',
    path: '/api/v1/wallets/{entityId}/passkeys',
    summary: 'List passkey authenticators',
    params: walletOwner,
    response: enveloped(z.array(PasskeyAuthenticator)),
    failures: ['ENTITY_NOT_FOUND'],
  }),
  exportWalletPrepare: endpoint({
    id: 'wallets.exportWalletPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/export-wallet/prepare',
    summary: 'Prepare the export of a wallet to a key of the caller',
    params: walletOwner,
    body: z.object({
      walletId: recordId().describe('Id of the wallet, `wal_…`.'),
      targetPublicKey: hexKey().describe(
        'Key that the bundle is sealed to: P-256, uncompressed, 130 hexadecimal digits.',
      ),
    }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'WALLET_NOT_FOUND', 'PUBLIC_KEY_INVALID'],
  }),
  exportWalletSubmit: endpoint({
    id: 'wallets.exportWalletSubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/export-wallet/submit',
    summary: 'Export the wallet, or start its waiting time; signed with primary authentication',
    params: walletOwner,
    body: Submit,
    response: submitted(
      z.object({
        exportBundle: z
          .string()
          .optional()
          .describe(
            'The recovery phrase, sealed to the target key (guide to signing); absent while it waits.',
          ),
        availableAt: timestamp()
          .optional()
          .describe('When the same submit answers with the bundle; while the status is EXECUTING.'),
      }),
    ),
    failures: [...submitFailures, 'PUBLIC_KEY_INVALID'],
  }),
  exportWalletCancel: endpoint({
    id: 'wallets.exportWalletCancel',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/export-wallet/cancel',
    summary: 'Stop an export that was prepared or waits',
    params: walletOwner,
    body: z.object({ activityId: recordId().describe('Id of the activity, `act_…`.') }),
    response: enveloped(
      z.object({
        activityId: z.string().describe('Id of the activity, `act_…`.'),
        status: z.string().describe('State of the activity now.'),
      }),
    ),
    failures: [
      'ENTITY_NOT_FOUND',
      'ACTIVITY_NOT_FOUND',
      'ACTIVITY_EXPIRED',
      'ACTIVITY_ALREADY_SUBMITTED',
    ],
  }),
  setPolicyPrepare: endpoint({
    id: 'wallets.setPolicyPrepare',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/set-policy/prepare',
    summary: 'Prepare a new policy of a wallet',
    params: walletOwner,
    body: z.object({
      walletId: recordId().describe('Id of the wallet, `wal_…`.'),
      policy: PolicyRules.describe('The policy to set.'),
    }),
    response: enveloped(PreparedActivity),
    failures: [...prepareFailures, 'WALLET_NOT_FOUND'],
  }),
  setPolicySubmit: endpoint({
    id: 'wallets.setPolicySubmit',
    module: 'wallets',
    method: 'POST',
    path: '/api/v1/wallets/{entityId}/set-policy/submit',
    summary: 'Set the prepared policy; signed with primary authentication',
    params: walletOwner,
    body: Submit,
    response: submitted(
      z.object({
        walletId: z.string().describe('Id of the wallet, `wal_…`.'),
        version: z.int().describe('Version of the policy from now on.'),
      }),
    ),
    failures: [...submitFailures, 'VERSION_CONFLICT'],
    ifMatch: false,
  }),
}
