/** One thing in a folder. `path` is relative to the folder that `{skills}` stands for, with `/`, never with `.` or `..`. */
export type TreeNode =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  /** Any bytes. */
  | { readonly kind: 'file'; readonly path: string; readonly base64: string }
  /** `size` times the byte 0x2e: for sizes up to the limits. */
  | { readonly kind: 'file'; readonly path: string; readonly size: number }
  | { readonly kind: 'directory'; readonly path: string }
  /** A symbolic link, `to` as it is written into it; `{outside}` in it stands for the folder of the canary. */
  | { readonly kind: 'link'; readonly path: string; readonly to: string };

/** The bytes of a file. */
export function bytesOf(node: Extract<TreeNode, { kind: 'file' }>): Buffer {
  if ('text' in node) return Buffer.from(node.text);
  return 'base64' in node ? Buffer.from(node.base64, 'base64') : Buffer.alloc(node.size, 0x2e);
}
