/** Lifetime of the SDK's cookie that remembers a session. */
export const sessionCookieDays = 7
