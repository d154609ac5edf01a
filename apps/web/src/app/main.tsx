import '../ui/styles/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { confirmBy } from '../api/confirmation.ts'
import { startPresence } from '../api/presence.ts'
import { queries } from '../api/call.ts'
import { sessionQuery } from '../api/session.ts'
import { setKnownRoutes } from '../routing/preload.ts'
import { paths } from '../routing/paths.ts'
import { keepEarlyKeys } from './keys/early-keys.ts'
import { routes } from './routes.tsx'

// Libraries that add a <style> ask for this; the server puts a fresh nonce into every answer.
const nonce = document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce
if (nonce) setNonce(nonce)

startPresence(window, () => performance.now())
const publicPaths = [paths.signIn, paths.recover, paths.enrol('')]
const isPublic = publicPaths.some((path) => location.pathname.startsWith(path))
if (!isPublic) {
  // The first key may come before the first page is drawn.
  keepEarlyKeys()
  void queries.prefetchQuery(sessionQuery)
}

// Most pages confirm nothing, so they do not wait for this code.
confirmBy(async (action) => {
  const { confirmByPasskey } = await import('../signing/confirm.ts')
  queries.setQueryData(sessionQuery.queryKey, await confirmByPasskey(action))
})

setKnownRoutes(routes)
const router = createBrowserRouter(routes)
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
