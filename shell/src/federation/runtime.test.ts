import { expect, test, vi } from 'vitest'
import './runtime.ts'

test('the core that remotes find looks for no switch of a debugger in the storage', () => {
  const storage = vi.spyOn(window, 'localStorage', 'get')
  const core = Reflect.get(globalThis, '_FEDERATION_RUNTIME_CORE')
  // As a remote's entry does when it starts.
  core.setGlobalFederationConstructor(core.ModuleFederation)
  expect(storage).not.toHaveBeenCalled()
})
