import { pathOf, type Callable, type Sent } from '@corridor/client/http'
import { asksStepUp, type StepUp } from '@corridor/contract/step-up'
import { NotConfirmed } from './errors.ts'
import type { StepUpAction } from './staff.ts'

let confirm: (action: StepUpAction) => Promise<void> = () => Promise.reject(new NotConfirmed())

/** Who asks the person for a passkey; `api` knows no ceremonies. */
export function confirmBy(ask: typeof confirm): void {
  confirm = ask
}

/**
 * The ceremony for one request, where the contract asks for it; the server takes it for that request
 * alone, and once. Throws `NotConfirmed` where no passkey was used: then nothing is sent.
 */
export async function confirmed(
  { method, path, stepUp }: Callable & { readonly stepUp?: StepUp },
  { params, body = {} }: Sent,
): Promise<void> {
  if (method === 'GET' || !asksStepUp(stepUp, body)) return
  await confirm({ method, path: pathOf(path, params), body })
}
