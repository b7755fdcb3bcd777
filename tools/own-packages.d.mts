export function installOwnPackages(folder: string): void;
