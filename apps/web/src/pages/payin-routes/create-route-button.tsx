/** Begins a route, in the head of the list and where there is none yet. */
export function CreateRouteButton() {
  return null
}
