export function packageFolderOf(file: string): string | null;
export function bundledPackages(root: string): string[];
export function packagesBeside(modules: string): string[];
export function notices(folders: readonly string[], modules: string): string;
