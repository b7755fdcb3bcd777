export function installOwnPackages(folder: string): void;
export function areInstalled(folder: string): boolean;
