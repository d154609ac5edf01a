import { networkError, readAnswer } from '@corridor/client/http'
import { rememberServiceTime } from './clock.ts'
import { againSignedIn, ownRequest } from './http.ts'

export type UploadOptions = {
  /** Bytes that have left the browser, of all bytes of the body. */
  onProgress: (sent: number, total: number) => void
  /** Aborting throws the signal's reason; what was sent so far is dropped by the service. */
  signal: AbortSignal
}

/**
 * Sends a form with files. Not by `fetch`, which cannot measure how much of a body has been sent. Throws `ApiError`; an
 * ended session is renewed over the page, as everywhere, and the form is sent once more.
 */
export function sendForm(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  const sendOnce = async () => (await readAnswer(await post(path, form, options))).body
  return sendOnce().catch((error: unknown) => againSignedIn(error, sendOnce))
}

function post(path: string, form: FormData, options: UploadOptions): Promise<Response> {
  const { onProgress, signal } = options
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const cancel = () => request.abort()
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
  request.addEventListener('load', () => {
    rememberServiceTime(request.getResponseHeader('x-service-time'))
    const requestId = request.getResponseHeader('x-request-id')
    resolve(
      new Response(request.responseText || null, {
        status: request.status,
        ...(requestId === null ? {} : { headers: { 'x-request-id': requestId } }),
      }),
    )
  })
  request.addEventListener('error', () => reject(networkError(undefined)))
  request.addEventListener('abort', () => reject(signal.reason as Error))
  request.addEventListener('loadend', () => signal.removeEventListener('abort', cancel))
  request.open('POST', path)
  const headers = { accept: 'application/json', ...ownRequest }
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  signal.addEventListener('abort', cancel)
  request.send(form)
  return promise
}
