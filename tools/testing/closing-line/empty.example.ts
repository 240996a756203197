// A file without a test: Vitest fails it.
export const nothing = 0;
