/** The settings with the question about the account open: where a member comes back to after signing in again. */
export const confirmedPath = '/settings?delete-account'

export function isConfirmed(path: string): boolean {
  return new URL(path, 'https://encre.invalid').searchParams.has('delete-account')
}
