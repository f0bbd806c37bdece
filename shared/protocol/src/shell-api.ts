/** The signed-in member, as the session knows them. `name` falls back to the part of the email before the @. */
export interface Member {
  id: string
  email: string
  name: string
}

/**
 * What the shell gives a remote: plain data and functions, so that a remote imports neither a router nor Auth0.
 * It only grows; a change that breaks a remote is a new `version`.
 */
export interface ShellApi {
  version: 1
  /** Path and query of the page, e.g. `/gallery?style=dotwork`. */
  path: string
  /** Goes to another page of the site without a reload. Inside a remote `<a href>` does the same. */
  navigate(to: string): void
  member: Member | null
  /** An access token for the site's API. Rejects when the session has ended: call `signIn`. */
  getToken(): Promise<string>
  /** Sends a member whose session ended through sign-in and back to `returnTo`, a path of this site. */
  signIn(returnTo: string): void
  /** Reads the member again, after a rename. */
  refreshMember(): Promise<void>
  /** Signs in again after a change of password, which ended the session at the tenant. */
  resumeSession(newPassword: string): Promise<void>
  /** Names the page: the document's title, without the site's name. */
  setTitle(text: string): void
  /** Says a status to screen readers, politely. */
  announce(text: string): void
  /** Reports a bug with what the page runs; never throws. */
  report(error: unknown): void
}

/** The only door of a remote, its exposed module `./remote`. `Remote` is a React component. */
export interface RemoteModule {
  Remote: (props: { shell: ShellApi }) => unknown
}
