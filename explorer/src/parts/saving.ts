// Taking things along: the clipboard, files, pictures.

export async function copied(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

export function saved(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const WIDEST = 4096;

/** Draw an SVG into a PNG. An image runs no scripts and loads nothing, whatever the text holds. */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(1, WIDEST / Math.max(1, image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser could not make the picture."))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
