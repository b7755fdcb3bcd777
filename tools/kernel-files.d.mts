export const KERNEL_FILES: readonly { readonly name: string; readonly entry: string }[];
