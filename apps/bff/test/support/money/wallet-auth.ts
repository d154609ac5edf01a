import {
  generateP256KeyPair,
  stampFromAssertion,
  stampWithApiKey,
  webauthnChallenge,
} from '@corridor/signing'
import { decryptCredentialBundle } from '@turnkey/crypto'
import { createAuthenticator } from '../people/authenticator.ts'
import type { Bff, Got } from '../process/bff.ts'
import type { TestKey, TestWallet } from './wallets.ts'

export const walletPath = (entityId: string, operation: string) =>
  `/api/v1/wallets/${entityId}/${operation}`

const must = (answer: Got): Got['body'] => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** A passkey of the wallet's owner, added with the wallet's API key; `stamp` signs a payload. */
export async function addPasskey(bff: Bff, wallet: TestWallet, authenticatorName = 'Phone') {
  const authenticator = createAuthenticator('http://localhost:8787')
  const base = walletPath(wallet.entityId, 'register-passkey')
  const prepared = must(await bff.post(`${base}/prepare`, { authenticatorName })).data
  const registration = authenticator.create(prepared.creationOptions)
  const { clientDataJSON, attestationObject } = registration.response
  const added = must(
    await bff.post(`${base}/submit`, {
      activityId: prepared.activityId,
      payloadSignature: stampWithApiKey(prepared.payloadToSign, wallet.key),
      signatureType: 'ApiKey',
      attestation: {
        credentialId: registration.id,
        clientDataJson: clientDataJSON,
        attestationObject,
        transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
      },
    }),
  )
  const stamp = (payload: string) =>
    stampFromAssertion(
      authenticator.get({
        challenge: webauthnChallenge(payload).base64url,
        rpId: 'localhost',
        userVerification: 'required',
      }),
    )
  const { authenticatorId } = added.data.result as { authenticatorId: string }
  return { device: { stamp }, authenticatorId }
}

let addresses = 0

/** An e-mail method of the wallet's owner, added with the wallet's API key, and a session of it. */
export async function emailSession(bff: Bff, wallet: TestWallet) {
  const email = `owner${(addresses += 1)}@example.com`
  const method = { authType: 'Email_Auth', email }
  const register = walletPath(wallet.entityId, 'register-auth')
  const { activityId, payloadToSign } = must(await bff.post(`${register}/prepare`, method)).data
  const added = must(
    await bff.post(register, {
      ...method,
      activityId,
      payloadSignature: stampWithApiKey(payloadToSign, wallet.key),
      signatureType: 'ApiKey',
    }),
  )
  const sent = { otpType: 'OTP_TYPE_EMAIL', contact: email }
  const { otpId } = must(await bff.post(walletPath(wallet.entityId, 'initiate-otp'), sent)).data
  const mails = must(await bff.get(`/api/v1/sandbox/outbox?channel=EMAIL&to=${email}`)).data
  const { code } = mails.find((mail: { otpId?: string }) => mail.otpId === otpId)
  const target = generateP256KeyPair()
  const started = must(
    await bff.post(walletPath(wallet.entityId, 'start-session'), {
      targetPublicKey: target.publicKeyUncompressed,
      otpId,
      otpCode: code,
    }),
  ).data
  const privateKey = decryptCredentialBundle(started.credentialBundle, target.privateKey)
  const key: TestKey = {
    privateKey,
    publicKey: started.sessionPublicKey,
    publicKeyUncompressed: '',
  }
  return { authId: added.data.authId as string, sessionId: started.sessionId as string, key, email }
}
