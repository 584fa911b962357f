// What a night's confirming borrows from the flows room: making a finding's flow and playing it once.
import type { ConfirmTools } from '#main/explore/confirm.ts'
import type { Store } from '#main/store/store.ts'

export function confirmToolsOf(_store: Store): ConfirmTools {
  return { flows: null }
}
