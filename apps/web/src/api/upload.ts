import { rememberServiceTime } from './clock.ts'
import { errorFromBody, isApiError, networkError, sessionEnded } from './errors.ts'
import { signedInAgain } from './reauthentication.ts'

export type UploadOptions = {
  /** Bytes that have left the browser, of all bytes of the body. */
  onProgress: (sent: number, total: number) => void
  /** Aborting throws the signal's reason; what was sent so far is dropped by the service. */
  signal: AbortSignal
}

/**
 * Sends a form with files. Not by `fetch`, which cannot tell how much of a body has been sent. Throws `ApiError`; an
 * ended session is renewed over the page, as everywhere, and the form is sent once more.
 */
export async function sendForm(
  path: string,
  form: FormData,
  options: UploadOptions,
): Promise<unknown> {
  try {
    return await sendOnce(path, form, options)
  } catch (error) {
    if (!isApiError(error, sessionEnded)) throw error
    if (!(await signedInAgain())) throw error
    return sendOnce(path, form, options)
  }
}

function sendOnce(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  const { onProgress, signal } = options
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const cancel = () => request.abort()
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
  request.addEventListener('load', () => {
    rememberServiceTime(request.getResponseHeader('x-service-time'))
    const body = bodyOf(request)
    if (request.status >= 200 && request.status < 300) resolve(body)
    else reject(errorFromBody(request.status, body, request.getResponseHeader('x-request-id')))
  })
  request.addEventListener('error', () => reject(networkError(undefined)))
  request.addEventListener('abort', () => reject(signal.reason as Error))
  request.addEventListener('loadend', () => signal.removeEventListener('abort', cancel))
  request.open('POST', path)
  request.setRequestHeader('accept', 'application/json')
  // Named by the BFF's cross-site check; a plain form of another site cannot send it.
  request.setRequestHeader('x-requested-by', 'dashboard')
  signal.addEventListener('abort', cancel)
  request.send(form)
  return promise
}

function bodyOf({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText) as unknown
  } catch {
    return undefined
  }
}
